import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumExecutable } from '../../e2e/browser.ts'
import { people } from '../harness/people.ts'
import type { Bench } from './page/bench.ts'

let shared: Promise<Browser> | undefined
const executablePath = chromiumExecutable()
const launched = executablePath ? { executablePath } : {}
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  timezoneId: 'America/New_York',
}
/** A screen at the office: its picture has a quarter of the pixels that a phone of its size in CSS pixels would paint. */
const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, timezoneId: phone.timezoneId }
const kinds = { phone, desk }
type Kind = keyof typeof kinds

/** The browser of all figures that need no process of their own. */
export const browser = (): Promise<Browser> => {
  shared ??= chromium.launch(launched)
  return shared
}

export const closeBrowser = async (): Promise<void> => (await shared)?.close()

/**
 * The benchmark's page in a profile of its own. Peers start workers that our policy refuses, so it is not in force.
 */
export async function benchPage(url: string, rate = 1): Promise<{ page: Page; end: () => Promise<void> }> {
  const context = await named(await (await browser()).newContext({ ...phone, bypassCSP: true }))
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`In the page: ${error.stack ?? error}`))
  if (rate !== 1) await throttle(page, rate)
  await openBench(page, url)
  return { page, end: () => context.close() }
}

/** A context for a first visit: nothing is known, nothing is kept. */
export async function freshContext(kind: Kind = 'phone'): Promise<BrowserContext> {
  return named(await (await browser()).newContext(kinds[kind]))
}

/** Code compiled here names its functions by a helper that a page does not have. */
async function named(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript('globalThis.__name ??= (it) => it')
  return context
}

/** Reloads the benchmark's page. */
export async function openBench(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/bench.html`)
  await page.waitForFunction(() => 'bench' in window)
}

/** Signs the first inspector in as a person does, and waits for the day. */
export async function signInAt(
  page: Page,
  url: string,
  who: { email: string; password: string } = people.ons,
): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
}

/**
 * Waits until the page's scripts set this property of the window. Playwright's own `waitForFunction` first puts a large
 * script into the page (10 ms, four times that on a slow phone) and then runs in every frame, which would be measured.
 * Throws after a minute.
 */
export const untilSet = (page: Page, name: string): Promise<void> => page.evaluate(whenSet, name)

/** Runs in the page. */
function whenSet(name: string): Promise<void> | undefined {
  if (name in window) return undefined
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing has set ${name}`)), 60_000)
    Object.defineProperty(window, name, {
      configurable: true,
      set(value: unknown) {
        Object.defineProperty(window, name, { configurable: true, writable: true, enumerable: true, value })
        clearTimeout(timer)
        resolve()
      },
    })
  })
}

/** Taps the first element that fits, wherever it is on the page. Throws where there is none. */
export const tapOn = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const target = document.querySelector<HTMLElement>(selector)
    if (!target) throw new Error(`Nothing like ${selector} is there to be tapped`)
    target.click()
  }, selector)

/** So many times slower than this machine. */
export async function throttle(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** What the page's scripts hold, without its workers (MB). Collects garbage first. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

/** A profile on disk, for a browser that is closed and started again. */
export class Profile {
  #folder = mkdtempSync(join(tmpdir(), 'codesoft-bench-profile-'))
  readonly #kind: Kind

  constructor(kind: Kind = 'phone') {
    this.#kind = kind
  }

  /** A new browser process on this profile; `args` are switches of the browser. */
  async start(args: readonly string[] = []): Promise<BrowserContext> {
    const options = { ...launched, ...kinds[this.#kind], args: [...args] }
    return named(await chromium.launchPersistentContext(this.#folder, options))
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

declare global {
  interface Window {
    bench: Bench
  }
}
