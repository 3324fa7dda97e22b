import type { Page } from 'playwright'
import { untilSet } from './browser.ts'

/** Moments of a page, in milliseconds since its navigation began. */
export interface Paints {
  /** The first thing on screen. */
  first: number
  /** The first paint that was waited for: in the first frame that the page keeps, or in the app. */
  wanted: number
  /** The same in the app itself: from here on taps are answered by it. */
  live: number
  /** Milliseconds of the longest task until then. */
  longestTask: number
}

/** Opens an address and notes when what the selector names was painted, and when it was live. */
export async function paintsOf(page: Page, url: string, selector: string): Promise<Paints> {
  await page.addInitScript(notePaint, selector)
  await page.goto(url, { waitUntil: 'commit' })
  await untilSet(page, 'live')
  // The browser reports its first paint some time after it.
  await untilSet(page, 'firstPaint')
  return page.evaluate(() => {
    const first: number = Reflect.get(window, 'firstPaint')
    const moment = (name: string) => Reflect.get(window, name)
    return { first, wanted: moment('painted'), live: moment('live'), longestTask: moment('longestTask') ?? 0 }
  })
}

/** Runs in the page before anything else. */
function notePaint(selector: string): void {
  new PerformanceObserver((list) => {
    const longest = Math.max(...list.getEntries().map((it) => it.duration), Reflect.get(window, 'longestTask') ?? 0)
    Reflect.set(window, 'longestTask', longest)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    const first = list.getEntriesByName('first-contentful-paint')[0]
    if (first) Reflect.set(window, 'firstPaint', first.startTime)
  }).observe({ type: 'paint', buffered: true })
  // What changes within a callback of a frame is painted in that frame, not in the next.
  let isInFrame = false
  const nextFrame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (act) =>
    nextFrame((at) => {
      isInFrame = true
      // After the observers of changes that the callback makes.
      void Promise.resolve()
        .then(() => Promise.resolve())
        .then(() => {
          isInFrame = false
        })
      act(at)
    })
  const noted = new Set<string>()
  const note = (name: string) => {
    if (noted.has(name)) return
    noted.add(name)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => Reflect.set(window, name, performance.now())
    // What runs after a frame runs after its paint.
    if (isInFrame) port2.postMessage(null)
    else nextFrame(() => port2.postMessage(null))
  }
  const look = () => {
    const frame: { shadow: ShadowRoot } | undefined = Reflect.get(window, 'codesoftFirstFrame')
    const isLive = !frame && document.querySelector(selector) !== null
    if (isLive || frame?.shadow.querySelector(selector)) note('painted')
    if (!isLive) return
    watch.disconnect()
    note('live')
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
  look()
}
