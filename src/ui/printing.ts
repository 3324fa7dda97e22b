import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isPrinting = false
const listeners = new Set<() => void>()

const setPrinting = (next: boolean) => {
  isPrinting = next
  for (const listener of listeners) listener()
}

// The browser prints the page as it is when the first event ends. A list with all rows in memory is complete by then.
// A list that is read page by page is complete only if our button or keys print it, because they wait for it.
const begin = () => flushSync(() => setPrinting(true))
const end = () => setPrinting(false)

const byKeys = (event: KeyboardEvent) => {
  if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  printPage()
}

const watch = (listener: () => void) => {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    window.addEventListener('keydown', byKeys)
  }
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the page is being printed: paper does not have pages of ten rows. */
export const useIsPrinting = (): boolean => useSyncExternalStore(watch, () => isPrinting)

/** How long whole lists have to read the data of their cells before printing (ms). */
const settleMs = 300

/** Lists that are still reading rows for printing. */
const reading = new Set<symbol>()

/** Call it when a list reads rows for printing: our button waits until the returned function is called. */
export function holdPrinting(): () => void {
  const hold = Symbol('a list that is read for paper')
  reading.add(hold)
  return () => void reading.delete(hold)
}

/** Prints the page with complete lists. */
export function printPage(): void {
  setPrinting(true)
  const print = (isSettled: boolean) => {
    if (reading.size > 0 || !isSettled) return void setTimeout(() => print(reading.size === 0), settleMs)
    window.print()
    setPrinting(false)
  }
  setTimeout(() => print(true), settleMs)
}
