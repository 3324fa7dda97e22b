import { useEffect, useMemo, useRef } from 'react'
import type { AnyRow } from '../db/rows.ts'
import { type Listing, readListing } from '../records/listing.ts'
import type { Query } from '../records/query.ts'
import { pagePlace, rowsPerPage } from '../rules/pages.ts'
import { useEngine } from '../sync/react/engine.ts'
import { type ListingRows, useListing } from '../sync/react/listing.ts'
import { type Column, type ListPart, printedRows, sorted } from '../ui/list.tsx'
import { useWantedPage } from '../ui/pages.tsx'
import { holdPrinting, useIsPrinting } from '../ui/printing.ts'
import { type Sort, useSort } from '../ui/sort.ts'
import { listedPart } from './listed.ts'

interface Asked<Row extends AnyRow> {
  query: Query<Row>
  listing: Listing
  columns: readonly Column<Row>[]
  /** The listing in the order of a column, where an index has it. Else all rows are read and put in order. */
  inOrder?: (sort: Sort) => Listing | undefined
  /** What no index knows, such as a search in a text: all rows are read for it. Kept while nothing changes in it. */
  only?: ((row: Row) => boolean) | undefined
  /** The specification's words for a failure. */
  failed: string
}

/** A list that grows with the town, read by the page; page and sort stand in the address. */
interface LongList<Row> extends Pick<ListingRows<Row>, 'problem' | 'pulledAt' | 'pulling'> {
  part: ListPart<Row>
  /** As a list says it. */
  said: string | undefined
}

export function useLongList<Row extends AnyRow>({
  query,
  listing,
  columns,
  inOrder,
  only,
  failed,
}: Asked<Row>): LongList<Row> {
  const { db } = useEngine().device
  const sorting = useSort()
  const [wanted, goTo] = useWantedPage()
  const isPrinting = useIsPrinting()
  const { sort } = sorting
  const ordered = sort && inOrder?.(sort)
  const asked = ordered ?? listing
  const sortsHere = sort !== null && !ordered && columns.some((it) => it.sortBy && it.title === sort.by)
  const readsAll = only !== undefined || sortsHere
  const page = isPrinting ? { wanted: 1, size: printedRows } : { wanted, size: rowsPerPage }
  const { found, isBare, ...state } = useListing(query, asked, readsAll ? 'all' : page)
  const inMemory = (rows: Row[]) => {
    const kept = only ? rows.filter(only) : rows
    return sortsHere ? sorted(kept, columns, sort) : kept
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: columns are made anew at every paint; the title tells which
  const whole = useMemo(
    () => (readsAll && found?.part === 'all' ? inMemory(found.rows) : undefined),
    [readsAll, found?.part, found?.rows, only, sort?.by, sort?.isDescending, sortsHere],
  )
  const shown = useRef<{ rows: Row[]; total: number; page: number }>(undefined)
  if (whole) {
    const place = pagePlace(whole.length, page.wanted, page.size)
    const start = (place.page - 1) * page.size
    shown.current = { rows: whole.slice(start, start + page.size), total: whole.length, page: place.page }
  } else if (found && !readsAll && found.part !== 'all') shown.current = found
  const { rows, total = 0, page: at = 1 } = shown.current ?? {}
  useHeldPrinting(isPrinting && (rows?.length ?? 0) < Math.min(total, printedRows))
  const { rows: believed, problem: said } = listedPart(rows, { isBare, ...state }, failed)
  return {
    ...state,
    said,
    part: {
      rows: believed,
      total,
      pages: { ...pagePlace(total, at), goTo },
      sorting,
      all: async () => inMemory(await readListing<Row>(db, asked)),
    },
  }
}

/** Our print waits until the rows for paper are read. */
function useHeldPrinting(isReading: boolean) {
  useEffect(() => (isReading ? holdPrinting() : undefined), [isReading])
}
