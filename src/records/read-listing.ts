import type { RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { keptUntilChange } from '../db/kept-until-change.ts'
import { entryBetween, listField } from '../db/list-keys.ts'
import type { AnyRow, Rows } from '../db/rows.ts'
import { pagePlace } from '../rules/pages.ts'
import { idsOfListing, type Listing, type ListRange, listingName, listRange } from './listing.ts'
import type { Query } from './query.ts'

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
 * ids if a row must be in several lists at once. Both are kept until a row of the table changes, so that another page
 * of a long list costs no more than one of a short list.
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

/** What is known of a listing until a row of its table changes. */
interface Known {
  total?: number
  /** The last entry of so many rows from the start. */
  ends: Map<number, string>
  ids?: number[]
}

/** A single range is read from the index in its order, one page or all of it. */
function planOf(db: DeviceDatabase, listing: Listing): Promise<Plan> {
  const { type, ranges, within = [], without = [] } = listing
  const [only] = ranges
  const isPlain = ranges.length === 1 && within.length === 0 && without.length === 0
  const known = keptUntilChange(db, type, listingName(listing), (): Known => ({ ends: new Map() }))
  return only && isPlain ? inRange(db, type, only, known) : inSeveral(db, listing, known)
}

const inIndex = (db: DeviceDatabase, type: RecordType, { from, to }: ListRange) =>
  db.anyRows(type).where(listField).between(from, to, true, true)

async function inRange(db: DeviceDatabase, type: RecordType, range: ListRange, known: Known): Promise<Plan> {
  const isCounted = known.total !== undefined
  known.total ??= await inIndex(db, type, range).count()
  return {
    total: known.total,
    async read(skip, size) {
      const reading = rowsFrom(db, type, range, { skip, size, ends: known.ends })
      const [rows] = await Promise.all([reading, isCounted ? followAll(db, type, [range]) : undefined])
      const last = rows.at(-1)
      const end = last && entryBetween(type, range, last)
      if (end !== undefined) known.ends.set(skip + rows.length, end)
      return rows
    },
  }
}

async function rowsFrom(
  db: DeviceDatabase,
  type: RecordType,
  range: ListRange,
  { skip, size, ends }: { skip: number; size: number; ends: ReadonlyMap<number, string> },
): Promise<AnyRow[]> {
  if (skip === 0) return inIndex(db, type, range).limit(size).toArray()
  const end = ends.get(skip)
  if (end !== undefined)
    return db.anyRows(type).where(listField).between(end, range.to, false, true).limit(size).toArray()
  // The first row is found by its key; the rows before it are not read.
  const [first] = await inIndex(db, type, range).offset(skip).limit(1).keys()
  if (first === undefined) return []
  return inIndex(db, type, { from: String(first), to: range.to })
    .limit(size)
    .toArray()
}

/** No index covers several orders or filters, so the ids of the rows are combined. */
async function inSeveral(db: DeviceDatabase, listing: Listing, known: Known): Promise<Plan> {
  const { type, ranges, within = [], without = [] } = listing
  if (known.ids) await followAll(db, type, [...ranges, ...within, ...without])
  known.ids ??= await idsOfListing(listing, (range) => inIndex(db, type, range).primaryKeys())
  const { ids } = known
  return {
    total: ids.length,
    read: async (skip, size) =>
      (await db.anyRows(type).bulkGet(ids.slice(skip, skip + size))).filter((row) => row !== undefined),
  }
}

/**
 * Lets a live read that already knows the entries of some ranges follow them: Dexie takes a request for a part of a
 * range as one for all of it, and a count as one that every removed row concerns.
 */
const followAll = (db: DeviceDatabase, type: RecordType, ranges: readonly ListRange[]): Promise<unknown> =>
  Promise.all([
    ...ranges.map((it) => inIndex(db, type, it).limit(1).primaryKeys()),
    ...ranges.slice(0, 1).map(({ from }) => inIndex(db, type, { from, to: from }).count()),
  ])

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
