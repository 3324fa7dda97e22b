import { useLocation, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ListSearch } from '../records/list-index.ts'
import { isDay } from '../rules/dates.ts'
import { useUrlChange } from '../ui/url-state.ts'

/** The filters of every long list, with their names in the URL. */
const names = { text: 'q', person: 'person', from: 'since', to: 'until', code: 'code' } as const

type Common = Omit<ListSearch, 'narrow' | 'due'>

/** After this pause in typing (ms) the text is written to the URL. */
const pauseMs = 250

/**
 * The text that is typed into a page's search, until the URL has it. A new URL renders every link of the page, which
 * is too slow for each key.
 */
let typed: { path: string; text: string; timer: ReturnType<typeof setTimeout> } | null = null
const listeners = new Set<() => void>()

const setTyped = (next: typeof typed) => {
  clearTimeout(typed?.timer)
  typed = next
  for (const tell of listeners) tell()
}

const watchTyped = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The typed text of this page; null if the URL has it. */
function useAhead(): string | null {
  const path = useLocation({ select: (it) => it.pathname })
  return useSyncExternalStore(watchTyped, () => (typed?.path === path ? typed.text : null))
}

/** What the URL says of the list, with the text that is typed into the search. */
export function useListUrl(): Record<string, unknown> {
  const inUrl: Record<string, unknown> = useSearch({ strict: false })
  const ahead = useAhead()
  return ahead === null ? inUrl : { ...inUrl, [names.text]: ahead }
}

interface ListFilters {
  search: Common
  /** The search has text that the URL does not have yet, so its page number belongs to the text before. */
  isAhead: boolean
  set: (field: Exclude<keyof Common, 'text'>, value: string) => void
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
    // A new search begins on its first page.
    set: (field, value) => void change({ [names[field]]: value || undefined, page: undefined }),
    clear: () => {
      setTyped(null)
      void change({ ...Object.fromEntries(Object.values(names).map((name) => [name, undefined])), page: undefined })
    },
  }
}

/** For the field of the search: `type` shows a text at once, and `flush` writes it to the URL now. */
export function useTypedSearch(): { type: (text: string) => void; flush: () => void } {
  const path = useLocation({ select: (it) => it.pathname })
  const change = useUrlChange()
  const flush = useCallback(() => {
    const known = typed
    if (!known) return
    clearTimeout(known.timer)
    void change({ [names.text]: known.text || undefined, page: undefined }).then(() => {
      if (typed === known) setTyped(null)
    })
  }, [change])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [flush])
  // Once the screen is left, the URL is another screen's.
  useEffect(() => () => setTyped(null), [])
  return { type: (text) => setTyped({ path, text, timer: setTimeout(flush, pauseMs) }), flush }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const dayIn = (value: unknown): string => (typeof value === 'string' && isDay(value) ? value : '')

/** Whether any filter is active. */
export const isSearching = ({ text, person, from, to, code }: Common): boolean =>
  [text, person, from, to, code].some((it) => it.trim() !== '')
