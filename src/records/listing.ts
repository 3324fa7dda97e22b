import type { RecordType } from '../contract/id.ts'
import { listStart } from '../db/list-entries.ts'

/** A range of the list index, both ends included. */
export interface ListRange {
  from: string
  to: string
}

/** Sorts after every character in an entry. */
const last = '\uffff'

/** All rows of a list, in its order: `listRange('status', 'Pending')`. */
export const listRange = (name: string, ...values: (string | number | boolean)[]): ListRange => {
  const from = listStart(name, ...values)
  return { from, to: from + last }
}

/** The rows of a list from one place to another; '' is its start or end. */
export const listPart = (name: string, from: string, to: string): ListRange => {
  const start = listStart(name)
  return { from: start + from, to: start + (to || last) }
}

/** The rows that a screen lists, and their order. */
export interface Listing {
  type: RecordType
  /** One after the other. No row is in two of them. */
  ranges: readonly ListRange[]
  /** Only rows that are also in each of these. */
  within?: readonly ListRange[]
  /** Only rows that are in none of these. */
  without?: readonly ListRange[]
}

/** The rows of the list 'all' in its order, limited to those in all of these lists, which must have the same order. */
export const narrowed = (type: RecordType, lists: readonly ListRange[]): Listing & { within: ListRange[] } => {
  const [first = listRange('all'), ...within] = lists
  return { type, ranges: [first], within }
}

/** The name of a listing. Two listings with the same name list the same rows. */
export const listingName = ({ type, ranges, within, without }: Listing): string =>
  JSON.stringify([type, ranges, within ?? [], without ?? []])

/** The ids of all rows of a listing, in its order; `idsIn` reads the ids of a range. */
export async function idsOfListing(
  { ranges, within = [], without = [] }: Listing,
  idsIn: (range: ListRange) => PromiseLike<number[]>,
): Promise<number[]> {
  const [ordered, wanted, unwanted] = await Promise.all(
    [ranges, within, without].map((them) => Promise.all(them.map(idsIn))),
  )
  const inAll = (wanted ?? []).map((ids) => new Set(ids))
  const inNone = new Set((unwanted ?? []).flat())
  return (ordered ?? []).flat().filter((id) => inAll.every((them) => them.has(id)) && !inNone.has(id))
}
