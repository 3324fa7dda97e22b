import type { RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { listStart } from '../db/list-entries.ts'
import { listField } from '../db/list-keys.ts'
import type { AnyRow, Rows } from '../db/rows.ts'
import { pagePlace } from '../rules/pages.ts'
import type { Query } from './query.ts'

/** A piece of the index of lists, both ends among it. */
interface ListRange {
  from: string
  to: string
}

/** After every character that an entry has. */
const last = '\uffff'

/** All rows of a list, in its order: `listRange('status', 'Pending')`. */
export const listRange = (name: string, ...values: (string | number | boolean)[]): ListRange => {
  const from = listStart(name, ...values)
  return { from, to: from + last }
}

/** The rows of a list from one place to another; '' is its beginning or its end. */
export const listPart = (name: string, from: string, to: string): ListRange => {
  const start = listStart(name)
  return { from: start + from, to: start + (to || last) }
}

/** Which rows a screen lists, and in which order. */
export interface Listing {
  type: RecordType
  /** One after the other. No row is in two of them. */
  ranges: readonly ListRange[]
  /** Only rows that are in each of these too. */
  within?: readonly ListRange[]
  /** Only rows that are in none of these. */
  without?: readonly ListRange[]
}

/** The rows of the list 'all' in its order, of those that are in every one of these lists of the same order. */
export const narrowed = (type: RecordType, lists: readonly ListRange[]): Listing & { within: ListRange[] } => {
  const [first = listRange('all'), ...within] = lists
  return { type, ranges: [first], within }
}

/** Names a listing: two with the same name list the same rows. */
export const listingName = ({ type, ranges, within, without }: Listing): string =>
  JSON.stringify([type, ranges, within ?? [], without ?? []])

/** A page of a list. */
export interface ListedPage<Row> {
  rows: Row[]
  /** From 1: the page asked for, or the last that there is. */
  page: number
  /** Of rows in the whole list. */
  total: number
}

/**
 * One page of a listing. Only the rows of the page are read; the others are counted in the index, or known by their
 * numbers where a row has to be in several lists at once.
 */
export const readPage = <Row extends AnyRow>(
  db: DeviceDatabase,
  listing: Listing,
  { wanted, size }: { wanted: number; size: number },
): Promise<ListedPage<Row>> =>
  inTransaction(db, 'r', [db.anyRows(listing.type)], async (view) => {
    const { total, read } = await planOf(view, listing)
    const { page } = pagePlace(total, wanted, size)
    // The rows of a type's table are of that type: the contract checked them when they came in.
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

/** A single range is read from the index in its order, by the page or whole. */
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
      // The place of the first row is looked for by its key; the rows before it are not read.
      const [first] = await inIndex(db, type, range).offset(skip).limit(1).keys()
      if (first === undefined) return []
      return inIndex(db, type, { from: String(first), to: range.to })
        .limit(size)
        .toArray()
    },
  }
}

/** Several orders or filters meet in no index, so the numbers of the rows are put together. */
async function inSeveral(db: DeviceDatabase, listing: Listing): Promise<Plan> {
  const { type } = listing
  const ids = await idsOfListing(listing, (range) => inIndex(db, type, range).primaryKeys())
  return {
    total: ids.length,
    read: async (skip, size) =>
      (await db.anyRows(type).bulkGet(ids.slice(skip, skip + size))).filter((row) => row !== undefined),
  }
}

/** The numbers of all rows of a listing, in its order; `idsIn` reads those of a piece of the index. */
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
 * The first row of each value that rows have in a list such as 'by'. The index is asked once for each value, and for
 * what comes after it.
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
    // The rows of a type's table are of that type: the contract checked them when they came in.
    const [row] = (await inIndex(db, type, { from: next, to }).limit(1).toArray()) as Rows[Type][]
    const value = row && valueIn(row)
    if (row === undefined || value === null || value === undefined) return found
    found.push(row)
    next = listRange(name, value).to
  }
}

/** Whether this device holds a row of a query, of whatever listing. */
export const holdsAny = async (db: DeviceDatabase, { type, list = 'all' }: Pick<Query, 'type' | 'list'>) =>
  (await inIndex(db, type, listRange(list)).limit(1).primaryKeys()).length > 0
