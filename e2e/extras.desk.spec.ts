import { readdirSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { backgroundScope } from '../src/sync/device/background-sync.ts'
import { builtAssets, type StaticSite, staticSite } from './static-site.ts'

// Desk only: network requests do not depend on the layout.

let site: StaticSite
let asked: string[] = []

test.beforeAll(async () => {
  site = await staticSite((path) => {
    asked.push(path)
    return undefined
  })
})
test.afterAll(() => site.close())

/** The path of the built file with this prefix. */
const built = (name: string): string => {
  const found = readdirSync(builtAssets).find((it) => it.startsWith(`${name}-`) && it.endsWith('.js'))
  if (!found) throw new Error(`The build has no ${name}`)
  return `/assets/${found}`
}

const shrinker = built('browser-image-compression')
const background = built('background-worker')

/** Opens the built app in a browser without some feature, and waits until its service worker is active. */
async function install(page: Page, takeAway: () => void = () => undefined): Promise<void> {
  asked = []
  await page.addInitScript(takeAway)
  await page.goto(site.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** The script paths of the active workers. */
const workers = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations()
    return registrations.flatMap((it) => (it.active ? [new URL(it.active.scriptURL).pathname] : [])).sort()
  })

/** All paths in the app's caches whose names have this in them. */
const keptPaths = (page: Page, cache = ''): Promise<string[]> =>
  page.evaluate(async (cache) => {
    const names = (await caches.keys()).filter((it) => it.includes(cache))
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => new URL(url).pathname)
  }, cache)

const count = (path: string) => asked.filter((it) => it === path).length

test('a browser with Background Sync gets its engine once, after the app is kept, and no way to shrink beside it', async ({
  page,
}) => {
  await install(page)
  await expect.poll(() => workers(page)).toEqual([background, '/sw.js'])
  const kept = await keptPaths(page)
  expect(kept).toContain('/index.html')
  expect(kept).not.toContain(background)
  // The first time: the page, which no worker serves yet, may ask again for what it prefetches when idle. What is kept
  // besides the app, such as letters, comes at the same time as the engine.
  const app = await keptPaths(page, 'precache')
  expect(app).toContain('/index.html')
  expect(asked.indexOf(background)).toBeGreaterThan(Math.max(...app.map((it) => asked.indexOf(it))))
  await page.reload()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  expect(count(background)).toBe(1)
  expect(count(shrinker)).toBe(0)
  expect(kept).not.toContain(shrinker)
  expect(
    await page.evaluate(
      (scope) => navigator.serviceWorker.getRegistration(scope).then((it) => it?.scope),
      backgroundScope,
    ),
  ).toBe(site.origin + backgroundScope)
})

test('AR-17 where a worker may not shrink, the page’s way is there without signal; no engine without Background Sync', async ({
  page,
  context,
}) => {
  await install(page, () => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  })
  await expect.poll(() => keptPaths(page)).toContain(shrinker)
  // Both are requested in the same idle moment, so the engine would have been requested by now.
  expect(await workers(page)).toEqual(['/sw.js'])
  expect(count(background)).toBe(0)
  expect(count(shrinker)).toBe(1)
  await context.setOffline(true)
  await page.reload()
  expect(await page.evaluate(async (path) => typeof (await import(path)).default, shrinker)).toBe('function')
})
