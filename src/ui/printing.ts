import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

const setPrinting = (next: boolean) => {
  isPrinting = next
  for (const listener of listeners) listener()
}

// The browser takes the page as it stands when the first event ends, so the lists must be whole by then.
const begin = () => flushSync(() => setPrinting(true))
const end = () => setPrinting(false)

const watch = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the page is being printed: paper has no pages of ten rows. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watch, () => isPrinting)

/** How long whole lists have to read what stands in their cells before they are printed (ms). */
const settleMs = 300

/** Prints the page with its lists whole. */
export function printPage(): void {
  setPrinting(true)
  setTimeout(() => {
    window.print()
    setPrinting(false)
  }, settleMs)
}
