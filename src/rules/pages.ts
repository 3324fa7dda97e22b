/** Rows on a page of every list (LS-02). */
export const rowsPerPage = 10

/** Photos on a page of an address (AD-15, C-36). */
export const photosPerPage = 6

/** Whether a value of the URL is the page of a list; several lists on a screen have 'NAME-page'. */
export const isPageName = (name: string): boolean => /^(.*-)?page$/.test(name)

/** The position of a page in its list. */
export interface PagePlace {
  /** From 1 to `pages`. */
  page: number
  pages: number
  /** 'Page 2 of 5'. */
  text: string
  hasPrevious: boolean
  hasNext: boolean
  /** A pager is shown only if there is more than one page (DB-33). */
  hasPager: boolean
}

/** One page of a list. */
export interface ListPage<Row> extends PagePlace {
  rows: Row[]
}

/** The requested page, or the nearest existing one: a filter can leave fewer pages than the open one (LS-02). */
export function pagePlace(total: number, wanted: number, size: number = rowsPerPage): PagePlace {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages)
  return {
    page,
    pages,
    text: `Page ${page} of ${pages}`,
    hasPrevious: page > 1,
    hasNext: page < pages,
    hasPager: pages > 1,
  }
}

/** A page of rows that are all in memory. */
export function pageOf<Row>(rows: readonly Row[], wanted: number, size: number = rowsPerPage): ListPage<Row> {
  const place = pagePlace(rows.length, wanted, size)
  return { ...place, rows: rows.slice((place.page - 1) * size, place.page * size) }
}

/** The page number in a URL; 1 for any other text, because everybody can write into a URL. */
export const pageIn = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1)

/** The page to jump to: digits only, within 1 to the last page; null for other input (AD-17). */
export function jumpedPage(typed: string, pages: number): number | null {
  const page = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0
  return page >= 1 && page <= pages ? page : null
}
