import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

/** Tells the page that it is being printed, or no longer. */
export const setPrinting = (next: boolean) => {
  isPrinting = next
  for (const listener of listeners) listener()
}

// The browser prints the page as it is when the first event ends. A list with all rows in memory is complete by then.
// A list that is read page by page is complete only if our button or keys print it, because they wait for it.
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

/** Whether the page is being printed: paper does not have pages of ten rows. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watch, () => isPrinting)

/** Lists that are still reading rows for printing. */
export const reading = new Set<symbol>()

/** Call it when a list reads rows for printing: our button waits until the returned function is called. */
export function holdPrinting(): () => void {
  const hold = Symbol('a list that is read for paper')
  reading.add(hold)
  return () => void reading.delete(hold)
}
