import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

/**
 * A browser context in which the app is installed. The next test file of a worker gets it without the data of the last
 * one: half of what a sign-in costs is the installation, and most tests are not about that.
 */
interface Kept {
  context: BrowserContext
  browser: Browser
  origin: string
}

/** By their options. */
const kept = new Map<string, Kept>()
const spent = new WeakSet<BrowserContext>()

/** Calls that change a context for good. One on which they were made is not given to the next file. */
const lasting = {
  context: [
    'addCookies',
    'addInitScript',
    'clearPermissions',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setExtraHTTPHeaders',
    'setGeolocation',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'pauseInstall', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}

/** A context in use. */
export interface Taken {
  context: BrowserContext
  /** Keeps it for the next file at the same address, or closes it if it cannot be made as it was. */
  giveBack(): Promise<void>
}

/** The context of the last file if it had the same origin and options, else a new one that `begin` prepares. */
export async function takeContext(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
  begin?: (context: BrowserContext) => Promise<unknown>,
): Promise<Taken> {
  const kind = JSON.stringify(options)
  const found = kept.get(kind)
  kept.delete(kind)
  const isFit = found?.browser === browser && found.origin === origin
  if (!isFit) await found?.context.close()
  const context = isFit ? found.context : await newContext(browser, options, begin)
  const giveBack = async () => {
    if (spent.has(context) || kept.has(kind) || !(await isCleared(context, origin))) return context.close()
    kept.set(kind, { context, browser, origin })
  }
  return { context, giveBack }
}

async function newContext(
  browser: Browser,
  options: BrowserContextOptions,
  begin?: (context: BrowserContext) => Promise<unknown>,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await begin?.(context)
  noteLasting(context, context, lasting.context)
  noteLasting(context, context.clock, lasting.clock)
  return context
}

function noteLasting(context: BrowserContext, target: object, names: readonly string[]): void {
  for (const name of names) {
    const call: unknown = Reflect.get(target, name)
    if (typeof call !== 'function') continue
    Reflect.set(target, name, (...values: unknown[]) => {
      spent.add(context)
      return Reflect.apply(call, target, values)
    })
  }
}

/** Removes all that the person and the town left there; the worker and its files stay. False if there is no worker. */
async function isCleared(context: BrowserContext, origin: string): Promise<boolean> {
  await context.setOffline(false)
  for (const page of context.pages()) await page.close()
  const page = await context.newPage()
  try {
    return await clear(page, origin)
  } finally {
    await page.close()
  }
}

async function clear(page: Page, origin: string): Promise<boolean> {
  // A file of the app in which none of its code runs.
  const isThere = await page.goto(`${origin}/favicon.svg`).catch(() => null)
  if (!isThere) return false
  const isInstalled = await page.evaluate(async () => {
    // The mark of the background worker is written only while the app's worker activates.
    const own = (await caches.keys()).filter((name) => !/^workbox-precache|^codesoft-background$/.test(name))
    await Promise.all(own.map((name) => caches.delete(name)))
    const all = await navigator.serviceWorker.getRegistrations()
    const app = all.find((it) => new URL(it.scope).pathname === '/')
    await Promise.all(all.map((it) => it === app || it.unregister()))
    return app?.active?.state === 'activated'
  })
  const context = page.context()
  const session = await context.newCDPSession(page)
  spent.delete(context)
  const storageTypes = 'cookies,file_systems,indexeddb,local_storage'
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await session.detach()
  return isInstalled
}
