import { useLocation, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ListSearch } from '../records/list-index.ts'
import { isDay } from '../rules/dates.ts'
import { useUrlChange } from '../ui/url-state.ts'

/** The filters of every long list, with their names in the URL. */
const names = { text: 'q', person: 'person', from: 'since', to: 'until', code: 'code' } as const

type Common = Omit<ListSearch, 'narrow' | 'due'>

/** After this pause (ms) the filters are written to the URL. */
const pauseMs = 250

/**
 * What is typed or chosen in the filters of a page, until the URL has it. A new URL renders every link of the page,
 * which is too slow for each key.
 */
interface Ahead {
  path: string
  /** By the names in the URL; '' for no filter. */
  changes: Record<string, string>
  timer: ReturnType<typeof setTimeout>
}

let ahead: Ahead | null = null
const listeners = new Set<() => void>()

const setAhead = (next: Ahead | null) => {
  clearTimeout(ahead?.timer)
  ahead = next
  for (const tell of listeners) tell()
}

const watchAhead = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The changes of this page that the URL does not have yet; null for none. */
function useAhead(): Record<string, string> | null {
  const path = useLocation({ select: (it) => it.pathname })
  return useSyncExternalStore(watchAhead, () => (ahead?.path === path ? ahead.changes : null))
}

/** What the URL says of the list, with what is typed or chosen in the filters. */
export function useListUrl(): Record<string, unknown> {
  const inUrl: Record<string, unknown> = useSearch({ strict: false })
  return { ...inUrl, ...useAhead() }
}

interface ListFilters {
  search: Common
  /** The filters have changes that the URL does not have yet, so its page number belongs to the search before. */
  isAhead: boolean
  /** Shows all rows again. */
  clear: () => void
}

export function useListFilters(): ListFilters {
  const inUrl = useListUrl()
  const isAhead = useAhead() !== null
  const change = useUrlChange()
  const text = textIn(inUrl[names.text])
  const person = textIn(inUrl[names.person])
  const from = dayIn(inUrl[names.from])
  const to = dayIn(inUrl[names.to])
  const code = textIn(inUrl[names.code])
  const search = useMemo(() => ({ text, person, from, to, code }), [text, person, from, to, code])
  return {
    search,
    isAhead,
    clear: () => {
      setAhead(null)
      void change({ ...Object.fromEntries(Object.values(names).map((name) => [name, undefined])), page: undefined })
    },
  }
}

/** For the fields of the filters: `set` applies a value at once, and `flush` writes all of them to the URL now. */
export function useFilterChange(): { set: (field: keyof Common, value: string) => void; flush: () => void } {
  const path = useLocation({ select: (it) => it.pathname })
  const change = useUrlChange()
  const flush = useCallback(() => {
    const known = ahead
    if (!known) return
    clearTimeout(known.timer)
    const changes = Object.entries(known.changes).map(([name, value]) => [name, value || undefined])
    // A new search begins on its first page.
    void change({ ...Object.fromEntries(changes), page: undefined }).then(() => {
      if (ahead === known) setAhead(null)
    })
  }, [change])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [flush])
  // Once the screen is left, the URL is another screen's.
  useEffect(() => () => setAhead(null), [])
  return {
    set: (field, value) =>
      setAhead({
        path,
        changes: { ...(ahead?.path === path ? ahead.changes : {}), [names[field]]: value },
        timer: setTimeout(flush, pauseMs),
      }),
    flush,
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const dayIn = (value: unknown): string => (typeof value === 'string' && isDay(value) ? value : '')

/** Whether any filter is active. */
export const isSearching = ({ text, person, from, to, code }: Common): boolean =>
  [text, person, from, to, code].some((it) => it.trim() !== '')
