/** Rows on a page of every list (LS-02). */
export const rowsPerPage = 10

/** Photos on a page of an address (AD-15, C-36). */
export const photosPerPage = 6

/** One page of a list. */
export interface ListPage<Row> {
  rows: Row[]
  /** From 1 to `pages`. */
  page: number
  pages: number
  /** 'Page 2 of 5'. */
  text: string
  hasPrevious: boolean
  hasNext: boolean
  /** A pager is shown only when there is more than one page (DB-33). */
  hasPager: boolean
}

/** The page asked for, or the nearest there is: a filter can leave fewer pages than the one that was open (LS-02). */
export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number = rowsPerPage): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages)
  return {
    rows: rows.slice((page - 1) * size, page * size),
    page,
    pages,
    text: `Page ${page} of ${pages}`,
    hasPrevious: page > 1,
    hasNext: page < pages,
    hasPager: pages > 1,
  }
}

/** The page that a jump goes to: digits only, within 1 to the last page; null when the input is neither (AD-17). */
export function jumpedPage(typed: string, pages: number): number | null {
  const page = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0
  return page >= 1 && page <= pages ? page : null
}
