import type { Rows } from '../sync/react/hooks.ts'
import { isServerUnreachable, notOnDeviceText } from './not-on-device.ts'

/** What a list shows of a query. */
export interface Listed<Row> {
  /** undefined while nothing can be shown: there are no rows, and the first answer is still loading. */
  rows: Row[] | undefined
  /** The specification's text for a failure, only if the device has no rows and no answer ever came (LS-01). */
  problem: string | undefined
  /** The number of rows is unknown, because the office never answered. */
  isUnheard?: boolean
  /** A note for a list without an answer that cannot be fetched now; its rows are those made here. */
  unheld?: string | undefined
}

/**
 * The rows of a query as a list may show them. An empty list is shown only after the server has confirmed it once;
 * `isLocal` is for a list of a record that no server knows yet. `what` names it in the note that it is not on this
 * device: having no signal is not a failure.
 */
export function listed<Row>(
  { rows, problem, pulledAt }: Pick<Rows<Row>, 'rows' | 'problem' | 'pulledAt'>,
  failed: string,
  isLocal = false,
  what?: string,
): Listed<Row> {
  const isUnheard = !isLocal && pulledAt === undefined && rows !== undefined
  // Rows made here say nothing about those of the office.
  if (isUnheard && what && isServerUnreachable(problem))
    return { rows, problem: undefined, isUnheard, unheld: notOnDeviceText(what) }
  if (!isUnheard || rows.length > 0) return { rows, problem: undefined, isUnheard }
  return problem ? { rows: [], problem: failed, isUnheard } : { rows: undefined, problem: undefined, isUnheard }
}

/**
 * The same for a listing of a query (`useListing`). An empty one is also shown if the device has other rows of the
 * query, that is if `isBare` is false: a filter without matches is not a missing answer.
 */
export const listedPart = <Row>(
  rows: Row[] | undefined,
  { isBare, ...state }: { isBare: boolean } & Pick<Rows<Row>, 'problem' | 'pulledAt'>,
  failed: string,
  isLocal = false,
): Listed<Row> => (isBare || !rows ? listed({ rows, ...state }, failed, isLocal) : { rows, problem: undefined })
