import type { Page } from 'playwright'

/** Moments of a page, in milliseconds since its navigation began. */
export interface Paints {
  /** The first thing on screen. */
  first: number
  /** What was waited for, on screen. */
  wanted: number
  /** Milliseconds of the longest task until then. */
  longestTask: number
}

/** Opens an address and notes when what the selector names was painted. */
export async function paintsOf(page: Page, url: string, selector: string): Promise<Paints> {
  await page.addInitScript(notePaint, selector)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'painted' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { first, wanted: Reflect.get(window, 'painted'), longestTask: Reflect.get(window, 'longestTask') ?? 0 }
  })
}

/** Runs in the page before anything else. */
function notePaint(selector: string): void {
  new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map((it) => it.duration), Reflect.get(window, 'longestTask') ?? 0)
    Reflect.set(window, 'longestTask', longest)
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (!document.querySelector(selector)) return
    watch.disconnect()
    // The frame that is made next shows it; what runs after that frame runs after the paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.set(window, 'painted', performance.now())
      port2.postMessage(null)
    })
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
  look()
}
