import { inTransaction } from '../../db/in-transaction.ts'
import type { AnyRow } from '../../db/rows.ts'
import { holdsAny, type ListedPage, type Listing, listingName, readListing, readPage } from '../../records/listing.ts'
import type { Query } from '../../records/query.ts'
import { type Rows, usePull } from './hooks.ts'
import { useLive } from './live.ts'
import { useSameRows } from './rows.ts'

/** Which part of a listing is shown: a page of so many rows, or all of it. */
type Part = { wanted: number; size: number } | 'all'

/** A part of a list: from the device at once, refreshed as the rows of the query are. */
export interface ListingRows<Row> extends Omit<Rows<Row>, 'rows'> {
  /** What was read last: undefined while the first read is under way. */
  found: (ListedPage<Row> & { part: Part }) | undefined
  /** Whether this device holds no row of the query, whatever the listing leaves out. */
  isBare: boolean
}

/** What a listing has on this device, in one read; a change of a row that is not in it reads nothing again. */
export function useListing<Row extends AnyRow>(
  query: Query<Row>,
  listing: Listing,
  part: Part,
  isAsked = true,
): ListingRows<Row> {
  const name = listingName(listing)
  const read = useLive(
    async (db) =>
      inTransaction(db, 'r', [db.anyRows(listing.type)], async (view) => {
        const found = part === 'all' ? await allOf<Row>(view, listing) : await readPage<Row>(view, listing, part)
        return { ...found, part, isBare: found.total === 0 && !(await holdsAny(view, query)) }
      }),
    [name, part === 'all' ? part : `${part.wanted} ${part.size}`],
  )
  const rows = useSameRows(read?.rows)
  return {
    found: read && { ...read, rows: rows ?? read.rows },
    isBare: read?.isBare ?? false,
    // A query whose types are known is used as one whose types are known only while running.
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
