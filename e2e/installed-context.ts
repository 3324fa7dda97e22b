import type { Browser, BrowserContext } from '@playwright/test'
import { logViolations } from './console-problems.ts'

/** A browser context in which the app is installed from this origin. */
interface Installed {
  context: BrowserContext
  origin: string
}

/** The one that no file uses at the moment. A worker runs one file after the other. */
let free: Installed | undefined

/** The port at which the next town has to listen so that the app is already installed there; 0 for any. */
export const freePort = (): number => (free ? Number(new URL(free.origin).port) : 0)

/**
 * A context without a session and without data for the app at an origin. Installing the app costs more than most tests,
 * so the files of a worker install it once.
 */
export async function takeContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const kept = free
  free = undefined
  if (kept?.origin === origin && kept.context.browser() === browser) return kept.context
  await kept?.context.close()
  const context = await browser.newContext()
  await logViolations(context)
  return context
}

/** After the last test of a file, while its town still answers: everything goes but the installed app. */
export async function giveBack(context: BrowserContext, origin: string): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  await context.clearPermissions()
  await context.setGeolocation(null)
  await context.setOffline(false)
  const page = await context.newPage()
  // A page of the origin that starts nothing.
  await page.goto(`${origin}/api/nothing`)
  const isInstalled = await page.evaluate(async () => {
    const names = await caches.keys()
    const others = names.filter((name) => !name.startsWith('workbox-precache'))
    await Promise.all(others.map((name) => caches.delete(name)))
    return names.length > others.length
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage,indexeddb' })
  await devtools.send('Network.clearBrowserCache')
  await page.close()
  if (isInstalled) free = { context, origin }
  else await context.close()
}
