import { inTransaction } from '../../db/in-transaction.ts'
import type { AnyRow } from '../../db/rows.ts'
import { type Listing, listingName } from '../../records/listing.ts'
import { type Query, queryName } from '../../records/query.ts'
import { holdsAny, type ListedPage, readListing, readPage } from '../../records/read-listing.ts'
import { type Rows, usePull } from './hooks.ts'
import { useLive } from './live.ts'
import { useSameRows } from './rows.ts'

/** The part of a listing that is shown: a page of some size, or all of it. */
type Part = { wanted: number; size: number } | 'all'

/** A part of a list: from the device at once, refreshed like the rows of the query. */
export interface ListingRows<Row> extends Omit<Rows<Row>, 'rows'> {
  /** The last result; undefined during the first read. */
  found: (ListedPage<Row> & { part: Part }) | undefined
  /** Whether this device has no row of the query, whatever the listing filters out. */
  isBare: boolean
}

/** A listing of the device's rows, in one read. Changes of rows outside it cause no new read. */
export function useListing<Row extends AnyRow>(
  query: Query<Row>,
  listing: Listing,
  part: Part,
  isAsked = true,
): ListingRows<Row> {
  const name = listingName(listing)
  const shown = part === 'all' ? part : `${part.wanted} ${part.size}`
  const read = useLive(
    async (db) =>
      inTransaction(db, 'r', [db.anyRows(listing.type)], async (view) => {
        const found = part === 'all' ? await allOf<Row>(view, listing) : await readPage<Row>(view, listing, part)
        return { ...found, part, isBare: found.total === 0 && !(await holdsAny(view, query)) }
      }),
    [name, shown],
    `list ${queryName(query as unknown as Query)} ${name} ${shown}`,
  )
  const rows = useSameRows(read?.rows)
  return {
    found: read && { ...read, rows: rows ?? read.rows },
    isBare: read?.isBare ?? false,
    // A query with known types is passed on as one whose types are known only at run time.
    ...usePull(query as unknown as Query, 'list', isAsked),
  }
}

async function allOf<Row extends AnyRow>(
  db: Parameters<typeof readListing>[0],
  listing: Listing,
): Promise<ListedPage<Row>> {
  const rows = await readListing<Row>(db, listing)
  return { rows, page: 1, total: rows.length }
}
