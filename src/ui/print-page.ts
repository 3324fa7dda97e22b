import { useEffect } from 'react'
import { reading, setPrinting } from './printing.ts'

/** How long whole lists have to read the data of their cells before printing (ms). */
const settleMs = 300

/**
 * Printing does not wait longer than this for what may never arrive without signal (ms). Then the sheet says that it
 * was not complete.
 */
const patienceMs = 20_000

/** What a page on paper lacks. Forms are not printed. */
export const lacking = '[data-loading]:not(.not-printed *, form *)'

/** Whether a part or a picture of the page is still loading. Pictures far down the page begin to load now. */
function isLoading(): boolean {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  for (const picture of pictures) picture.loading = 'eager'
  return document.querySelector(`main ${lacking}`) !== null || pictures.some((it) => !it.complete)
}

/** Prints the page with complete lists, once all of it has been loaded. */
export function printPage(): void {
  setPrinting(true)
  const until = Date.now() + patienceMs
  const isReady = () => reading.size === 0 && (Date.now() > until || !isLoading())
  const print = (isSettled: boolean) => {
    if (!isSettled || !isReady()) return void setTimeout(() => print(isReady()), settleMs)
    window.print()
    setPrinting(false)
  }
  setTimeout(() => print(true), settleMs)
}

/** The keys for printing wait as our buttons do. */
export function usePrintKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', byKeys)
    return () => window.removeEventListener('keydown', byKeys)
  }, [])
}

const byKeys = (event: KeyboardEvent) => {
  if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  printPage()
}
