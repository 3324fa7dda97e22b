import type { Citation } from '../../contract/citation.ts'
import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { Listed } from '../../parts/listed.ts'
import { changedSince } from '../../parts/use-with-local-changes.ts'
import { allCitations, citationsOfAddress } from '../../records/citation.ts'
import { queryName } from '../../records/query.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'

/** The known citations of an address. */
export interface KnownCitations extends Listed<Citation> {
  /** Citations of which only the id and deadline are known. Their number, fine and status are unknown, not empty. */
  unread: ReadonlySet<Id>
  /** Whether the rest is loading. */
  isReading: boolean
}

/**
 * Some servers leave most of a citation out of the list of an address. This device's data is shown instead, and
 * missing data is requested once, from the list of all. Citations made here on a violation of the address are included
 * before the office has them.
 */
export function useKnownCitations(addressId: Id, { rows, problem, unheld }: Listed<Citation>): KnownCitations {
  const known = useLive((db) => citationsHere(db, addressId, { rows, problem }), [addressId, rows, problem])
  const unread = known?.unread ?? none
  const { pulling } = usePull(allCitations(), 'list', unread.size > 0)
  const about = { unread, isReading: pulling, unheld }
  return known?.rows?.length
    ? { rows: known.rows, problem: undefined, ...about }
    : { rows: known?.rows, problem, ...about }
}

/** The citations of an answer with this device's data, and those that the device has besides. */
export async function citationsHere(
  db: DeviceDatabase,
  addressId: Id,
  { rows, problem }: Pick<Listed<Citation>, 'rows' | 'problem'>,
): Promise<{ rows: Citation[] | undefined; unread: ReadonlySet<Id> }> {
  const violations = await db.rows('violation').where('address_id').equals(addressId).primaryKeys()
  const here = await db.rows('citation').where('violation_id').anyOf(violations).toArray()
  const listedRows = await db.rows('citation').bulkGet((rows ?? []).map((it) => it.id))
  const full = rows?.map((row, at) => listedRows[at] ?? row)
  const unread = new Set(full?.filter((row, at) => !listedRows[at] && isThin(row)).map((it) => it.id))
  const heard = rows !== undefined && problem === undefined
  const inAnswer = new Set(full?.map((it) => it.id))
  const besides = here.filter((it) => !inAnswer.has(it.id))
  // One that was sent since the answer was asked for is not in it either. Receipts are read only if there may be one.
  const maySince = heard && besides.some((it) => it.id > 0)
  const since = new Set(maySince ? await changedSince(db, 'citation', queryName(citationsOfAddress(addressId))) : [])
  const own = besides.filter((it) => it.id < 0 || !heard || since.has(it.id))
  return { unread, rows: full || own.length > 0 ? [...own, ...(full ?? [])] : undefined }
}

const none: ReadonlySet<Id> = new Set()

/** A complete citation has a fine. */
const isThin = ({ fine, citationid }: Citation): boolean => (fine ?? null) === null && (citationid ?? null) === null
