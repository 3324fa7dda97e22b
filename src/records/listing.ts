import type { RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { listStart } from '../db/list-entries.ts'
import { listField } from '../db/list-keys.ts'
import type { AnyRow, Rows } from '../db/rows.ts'
import { pagePlace } from '../rules/pages.ts'
import type { Query } from './query.ts'

/** A range of the list index, both ends included. */
interface ListRange {
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

/** A page of a list. */
export interface ListedPage<Row> {
  rows: Row[]
  /** From 1: the requested page, or the last one if there are fewer. */
  page: number
  /** The number of rows in the whole list. */
  total: number
}

/**
 * One page of a listing. Only the rows of the page are read. The others are counted in the index, or known by their
 * ids if a row must be in several lists at once.
 */
export const readPage = <Row extends AnyRow>(
  db: DeviceDatabase,
  listing: Listing,
  { wanted, size }: { wanted: number; size: number },
): Promise<ListedPage<Row>> =>
  inTransaction(db, 'r', [db.anyRows(listing.type)], async (view) => {
    const { total, read } = await planOf(view, listing)
    const { page } = pagePlace(total, wanted, size)
    // Each table holds rows of its own type, checked against the contract before they were stored.
    return { total, page, rows: (await read((page - 1) * size, size)) as Row[] }
  })

/** All rows of a listing, in its order. */
export const readListing = <Row extends AnyRow>(db: DeviceDatabase, listing: Listing): Promise<Row[]> =>
  inTransaction(db, 'r', [db.anyRows(listing.type)], async (view) => {
    const { total, read } = await planOf(view, listing)
    return (await read(0, total)) as Row[]
  })

interface Plan {
  total: number
  read(skip: number, size: number): Promise<AnyRow[]>
}

/** A single range is read from the index in its order, one page or all of it. */
function planOf(db: DeviceDatabase, listing: Listing): Promise<Plan> {
  const { type, ranges, within = [], without = [] } = listing
  const [only] = ranges
  const isPlain = ranges.length === 1 && within.length === 0 && without.length === 0
  return only && isPlain ? inRange(db, type, only) : inSeveral(db, listing)
}

const inIndex = (db: DeviceDatabase, type: RecordType, { from, to }: ListRange) =>
  db.anyRows(type).where(listField).between(from, to, true, true)

async function inRange(db: DeviceDatabase, type: RecordType, range: ListRange): Promise<Plan> {
  return {
    total: await inIndex(db, type, range).count(),
    async read(skip, size) {
      if (skip === 0) return inIndex(db, type, range).limit(size).toArray()
      // The first row is found by its key; the rows before it are not read.
      const [first] = await inIndex(db, type, range).offset(skip).limit(1).keys()
      if (first === undefined) return []
      return inIndex(db, type, { from: String(first), to: range.to })
        .limit(size)
        .toArray()
    },
  }
}

/** No index covers several orders or filters, so the ids of the rows are combined. */
async function inSeveral(db: DeviceDatabase, listing: Listing): Promise<Plan> {
  const { type } = listing
  const ids = await idsOfListing(listing, (range) => inIndex(db, type, range).primaryKeys())
  return {
    total: ids.length,
    read: async (skip, size) =>
      (await db.anyRows(type).bulkGet(ids.slice(skip, skip + size))).filter((row) => row !== undefined),
  }
}

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

/**
 * The first row of each value in a list such as 'by'. There is one index read for each value, and each continues after
 * the last.
 */
export async function firstOfEach<Type extends RecordType>(
  db: DeviceDatabase,
  type: Type,
  name: string,
  valueIn: (row: Rows[Type]) => string | number | null,
): Promise<Rows[Type][]> {
  const { from, to } = listRange(name)
  const found: Rows[Type][] = []
  for (let next = from; ; ) {
    // Each table holds rows of its own type, checked against the contract before they were stored.
    const [row] = (await inIndex(db, type, { from: next, to }).limit(1).toArray()) as Rows[Type][]
    const value = row && valueIn(row)
    if (row === undefined || value === null || value === undefined) return found
    found.push(row)
    next = listRange(name, value).to
  }
}

/** Whether this device has any row of a query, in any listing. */
export const holdsAny = async (db: DeviceDatabase, { type, list = 'all' }: Pick<Query, 'type' | 'list'>) =>
  (await inIndex(db, type, listRange(list)).limit(1).primaryKeys()).length > 0
