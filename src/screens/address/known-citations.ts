import type { Citation } from '../../contract/citation.ts'
import type { Id } from '../../contract/id.ts'
import type { Listed } from '../../parts/listed.ts'
import { allCitations } from '../../records/citation.ts'
import { usePull } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'

/** The citations of an address, as far as they are known. */
export interface KnownCitations extends Listed<Citation> {
  /** Those of which only the id and the deadline are known: number, fine and status are not told, which is not none. */
  unread: ReadonlySet<Id>
  /** Whether the rest is on its way. */
  isReading: boolean
}

/**
 * The list of an address leaves most of a citation out on some servers; what the device knows of it is shown instead,
 * and what it does not know is asked for once, in the list of all. What was made here on a violation of the address is
 * among them before the office knows it.
 */
export function useKnownCitations(addressId: Id, { rows, problem, unheld }: Listed<Citation>): KnownCitations {
  const known = useLive(
    async (db) => {
      const violations = await db.rows('violation').where('address_id').equals(addressId).primaryKeys()
      const here = await db.rows('citation').where('violation_id').anyOf(violations).toArray()
      const listedRows = await db.rows('citation').bulkGet((rows ?? []).map((it) => it.id))
      const full = rows?.map((row, at) => listedRows[at] ?? row)
      const unread = new Set(full?.filter((row, at) => !listedRows[at] && isThin(row)).map((it) => it.id))
      const heard = rows !== undefined && problem === undefined
      const own = here.filter((it) => it.id < 0 || !heard)
      return { unread, rows: full || own.length > 0 ? [...own, ...(full ?? [])] : undefined }
    },
    [addressId, rows, problem],
  )
  const unread = known?.unread ?? none
  const { pulling } = usePull(allCitations(), 'list', unread.size > 0)
  const about = { unread, isReading: pulling, unheld }
  return known?.rows?.length
    ? { rows: known.rows, problem: undefined, ...about }
    : { rows: known?.rows, problem, ...about }
}

const none: ReadonlySet<Id> = new Set()

/** A whole citation has a fine. */
const isThin = ({ fine, citationid }: Citation): boolean => (fine ?? null) === null && (citationid ?? null) === null
