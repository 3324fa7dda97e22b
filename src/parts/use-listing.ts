import { useEffect, useRef } from 'react'
import type { AnyRow } from '../db/rows.ts'
import type { ListSearch, ListSort } from '../records/list-index.ts'
import type { ListName } from '../records/list-tables.ts'
import type { Listing } from '../records/listing.ts'
import type { Query } from '../records/query.ts'
import { pagePlace } from '../rules/pages.ts'
import type { ListQuestion } from '../sync/device/list-jobs.ts'
import type { ListSearch as Searcher } from '../sync/device/list-search.ts'
import { useFoundRows, useListSearch } from '../sync/react/list-search.ts'
import { type ListingRows, useListing } from '../sync/react/listing.ts'
import { useSameRows } from '../sync/react/rows.ts'
import { type ListPart, printedRows } from '../ui/list.tsx'
import { useWantedPage } from '../ui/pages.tsx'
import { holdPrinting, useIsPrinting } from '../ui/printing.ts'
import { useSort } from '../ui/sort.ts'
import { isSearching, useListFilters } from './list-filters.ts'
import { useListSize } from './list-size.ts'
import { listedPart } from './listed.ts'
import { useZone } from './use-now.ts'

interface Asked<Row extends AnyRow> {
  name: ListName
  query: Query<Row>
  listing: Listing
  /** The titles of all columns that it can have. A hidden column keeps its order. */
  titles: readonly string[]
  /** The text in the list's own filter; '' for none. */
  narrow?: string
  /** The specification's text for a failure. */
  failed: string
}

/** A list as it is currently shown, for actions on the whole of it. */
export interface ListAtHand {
  searcher: Searcher
  question: ListQuestion
  /** Rows on a page. */
  size: number
  total: number
  /** Identifies the search that the shown rows match; '' for none. */
  shownFor: string
  /** Rows are still being searched, and the total may grow. */
  isCounting: boolean
}

/** A list that grows with the town, read page by page; page, sort and filters are in the URL. */
interface LongList<Row> extends Pick<ListingRows<Row>, 'problem' | 'pulledAt' | 'pulling'> {
  part: ListPart<Row>
  /** The list's message. */
  said: string | undefined
  atHand: ListAtHand
  /** Whether the common filters leave out rows. */
  isSearched: boolean
}

/**
 * Without a search, the list's index answers. A text search, a filter on any column and a column order are answered by
 * a worker, which returns ids of rows; only the rows of the page are read.
 */
export function useLongList<Row extends AnyRow>(asked: Asked<Row>): LongList<Row> {
  const { name, query, listing, titles, narrow = '', failed } = asked
  const sorting = useSort()
  const [wanted, goTo] = useWantedPage()
  const isPrinting = useIsPrinting()
  const [size] = useListSize()
  const { search: common, isAhead } = useListFilters()
  const search: ListSearch = { ...common, narrow }
  const { sort } = sorting
  const known: ListSort = sort && titles.includes(sort.by) ? sort : null
  const isSearched = isSearching(search)
  const question = { name, listing, search, sort: known }
  const page = isPrinting ? { wanted: 1, size: printedRows } : { wanted: isAhead ? 1 : wanted, size }
  const isFound = isSearched || narrow.trim() !== '' || known !== null
  const { found: listed, isBare, ...state } = useListing(query, listing, page)
  const searcher = useListSearch(useZone())
  const found = useFoundPage<Row>(searcher, isFound ? { question, ...page } : null)
  const shown = useRef<{ rows: Row[]; total: number; page: number }>(undefined)
  if (isFound ? found.page : listed) shown.current = isFound ? found.page : listed
  const { rows, total = 0, page: at = 1 } = shown.current ?? {}
  const isCounting = isFound && found.page?.isWhole === false
  // A list that cannot be searched gets no more rows.
  useHeldPrinting(isPrinting && !found.isFailed && (isCounting || (rows?.length ?? 0) < Math.min(total, printedRows)))
  const { rows: believed, problem: said } = listedPart(rows, { isBare, ...state }, failed)
  return {
    ...state,
    said: found.isFailed ? searchFailed : said,
    isSearched,
    atHand: { searcher, question, size, total, shownFor: isFound ? (found.page?.of ?? '') : '', isCounting },
    part: {
      // No row among the first ones does not mean that there is none.
      rows: found.isFailed ? [] : isCounting && total === 0 ? undefined : believed,
      total,
      pages: { ...pagePlace(total, at, size), ...(isCounting ? { text: `Page ${at}` } : {}), goTo },
      sorting,
    },
  }
}

const searchFailed = 'The list cannot be searched just now. Reload the page when there is signal.'

interface FoundPage<Row> {
  page: { rows: Row[]; total: number; page: number; of: string; isWhole: boolean } | undefined
  isFailed: boolean
}

/** The rows of a page that the worker found, followed as they change. */
function useFoundPage<Row extends AnyRow>(
  searcher: Searcher,
  asked: { question: ListQuestion; wanted: number; size: number } | null,
): FoundPage<Row> {
  const skip = asked ? (Math.max(1, Math.trunc(asked.wanted) || 1) - 1) * asked.size : 0
  const { found, isFailed } = useFoundRows(searcher, asked && { question: asked.question, skip, size: asked.size })
  // Each table holds rows of its own type, checked against the contract before they were stored.
  const rows = useSameRows(found?.rows as Row[] | undefined)
  const page = asked && rows && found ? { ...found, rows, page: found.skip / asked.size + 1 } : undefined
  return { page, isFailed }
}

/** Printing waits until the rows for paper are read. */
function useHeldPrinting(isReading: boolean) {
  useEffect(() => (isReading ? holdPrinting() : undefined), [isReading])
}
