import { isPageName } from './pages.ts'

/**
 * What a saved view keeps of a list's URL: everything except its pages and the record beside it, in a fixed order, so
 * that equal views are equal texts. `beside`: the record's name in the URL.
 */
export const viewSearch = (inUrl: Readonly<Record<string, unknown>>, beside = 'open'): string => {
  const kept = Object.entries(inUrl).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' && name !== beside && !isPageName(name) ? [[name, value]] : [],
  )
  return String(new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** The same as values of the URL. */
export const searchOfView = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))
