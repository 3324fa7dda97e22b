import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isPageName } from '../rules/pages.ts'
import { useUrlChange } from './url-state.ts'

/** After this pause (ms) the filters are written to the URL. */
const pauseMs = 250

/**
 * What is typed or chosen in the filters of a page, until it is in the URL. A new URL renders every link of the page,
 * which is too slow for each key, and it comes later than the key, so a field would lose its caret.
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

/** Drops the changes that are not in the URL yet. */
export const dropUrlAhead = (): void => setAhead(null)

/** The changes of this page that are not in the URL yet; null for none. */
export function useUrlAhead(): Record<string, string> | null {
  const path = useLocation({ select: (it) => it.pathname })
  return useSyncExternalStore(watchAhead, () => (ahead?.path === path ? ahead.changes : null))
}

/**
 * Changes filters in the URL. What is found now begins on its first page, also in a list whose page has its own name.
 */
export function useFilterUrl(): ReturnType<typeof useUrlChange> {
  const router = useRouter()
  const change = useUrlChange()
  return useCallback(
    (changes) => {
      const pages = Object.keys(router.state.location.search).filter(isPageName)
      return change({ ...Object.fromEntries(pages.map((it) => [it, undefined])), ...changes })
    },
    [router, change],
  )
}

/**
 * For the fields of filters: `set` applies a value at once under its name in the URL, and `flush` writes all of them to
 * the URL now.
 */
export function useUrlSoon(): { set: (name: string, value: string) => void; flush: () => void } {
  const path = useLocation({ select: (it) => it.pathname })
  const change = useFilterUrl()
  const flush = useCallback(() => {
    const known = ahead
    if (!known) return
    clearTimeout(known.timer)
    const changes = Object.entries(known.changes).map(([name, value]) => [name, value || undefined])
    void change(Object.fromEntries(changes)).then(() => {
      if (ahead === known) setAhead(null)
    })
  }, [change])
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => removeEventListener('pagehide', flush)
  }, [flush])
  // Once the screen is left, the URL is another screen's.
  useEffect(() => dropUrlAhead, [])
  return {
    set: (name, value) =>
      setAhead({
        path,
        changes: { ...(ahead?.path === path ? ahead.changes : {}), [name]: value },
        timer: setTimeout(flush, pauseMs),
      }),
    flush,
  }
}
