import { sharedValue } from './shared-value.ts'

const shown = sharedValue('')

/** The title of the screen while its heading is scrolled out of sight, else ''. For the top bar. */
export const useScrolledTitle = (): string => shown.useValue()

/** Watches a screen's heading; returns the function that stops it. */
export function watchTitle(heading: HTMLElement, title: string): () => void {
  // The top bar covers the first 48 px.
  const watcher = new IntersectionObserver(
    ([entry]) => {
      if (entry) shown.set(!entry.isIntersecting && entry.boundingClientRect.top < window.innerHeight / 2 ? title : '')
    },
    { rootMargin: '-48px 0px 0px' },
  )
  watcher.observe(heading)
  return () => {
    watcher.disconnect()
    shown.set('')
  }
}
