import { useSyncExternalStore } from 'react'

let shown = ''
const listeners = new Set<() => void>()

const show = (title: string) => {
  if (title === shown) return
  shown = title
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The title of the screen while its heading is scrolled out of sight, else ''. For the top bar. */
export const useScrolledTitle = (): string => useSyncExternalStore(listen, () => shown)

/** Watches a screen's heading; returns the function that stops it. */
export function watchTitle(heading: HTMLElement, title: string): () => void {
  // The top bar covers the first 48 px.
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (entry) show(!entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2 ? title : '')
    },
    { rootMargin: '-48px 0px 0px' },
  )
  watcher.observe(heading)
  return () => {
    watcher.disconnect()
    show('')
  }
}
