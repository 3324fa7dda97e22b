import type { Rows } from '../sync/react/hooks.ts'
import { isServerUnreachable, notOnDeviceText } from './not-on-device.ts'

/** What a list shows of a query. */
export interface Listed<Row> {
  /** undefined while nothing can be said yet: nothing stands here, and the first answer is still on its way. */
  rows: Row[] | undefined
  /** The specification's words for a failure, only when the device holds nothing and never heard (LS-01). */
  problem: string | undefined
  /** How many there are is not known: the office was never heard of them. */
  isUnheard?: boolean
  /** Said of a list that was never heard and cannot be asked for now; its rows are what was made here. */
  unheld?: string | undefined
}

/**
 * The rows of a query as a list may show them. An empty list is believed only after the server has said so once;
 * `isLocal` for a list of a record that no server knows yet. `what` is its name in the line that says that it is not on
 * this device: without signal that is no failure.
 */
export function listed<Row>(
  { rows, problem, pulledAt }: Pick<Rows<Row>, 'rows' | 'problem' | 'pulledAt'>,
  failed: string,
  isLocal = false,
  what?: string,
): Listed<Row> {
  const isUnheard = !isLocal && pulledAt === undefined && rows?.length === 0
  if (!isUnheard) return { rows, problem: undefined }
  if (what && isServerUnreachable(problem))
    return { rows: [], problem: undefined, isUnheard, unheld: notOnDeviceText(what) }
  return problem ? { rows: [], problem: failed } : { rows: undefined, problem: undefined }
}

/**
 * The same for a listing of a query (`useListing`). An empty one is believed also where the device holds other rows of the
 * query, that is where `isBare` is false: a filter that leaves nothing is no missing answer.
 */
export const listedPart = <Row>(
  rows: Row[] | undefined,
  { isBare, ...state }: { isBare: boolean } & Pick<Rows<Row>, 'problem' | 'pulledAt'>,
  failed: string,
  isLocal = false,
): Listed<Row> => (isBare || !rows ? listed({ rows, ...state }, failed, isLocal) : { rows, problem: undefined })
