import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { photoCaches } from '../src/sync/device/photo-caches.ts'
import { workerMessages } from '../src/sync/device/worker-messages.ts'
import { dist, type StaticSite, staticSite } from './static-site.ts'

// Desk only: a worker has no layout.

let site: StaticSite
let asked: string[] = []

test.beforeAll(async () => {
  const picture = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  site = await staticSite((path) => {
    if (path.startsWith('/files/')) asked.push(path)
    if (path.startsWith('/files/portal'))
      return { type: 'text/html', bytes: Buffer.from('<p>Sign in to the hotel</p>') }
    return path.startsWith('/files/') ? { type: 'image/jpeg', bytes: picture } : undefined
  })
})
test.afterAll(() => site.close())

/** Opens the built app and waits until its service worker answers for it; gives the policy violations seen since. */
const installed = async (page: Page): Promise<string[]> => {
  asked = []
  const violations: string[] = []
  page.on('console', (line) => {
    if (/Content Security Policy|Trusted(Type|Script|HTML)/i.test(line.text())) violations.push(line.text())
  })
  await page.goto(site.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return violations
}

/** The width of a picture shown in the page, or null when it cannot be shown. */
const shown = (page: Page, url: string): Promise<number | null> =>
  page.evaluate(
    (src) =>
      new Promise<number | null>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth)
        image.onerror = () => resolve(null)
        image.src = src
      }),
    url,
  )

test('a page that the worker has passed over, such as one loaded past it, is served by it a moment later', async ({
  page,
  context,
}) => {
  await installed(page)
  await page.evaluate(() => Reflect.set(window, 'isBefore', true))
  await (await context.newCDPSession(page)).send('Page.reload', { ignoreCache: true })
  await page.waitForFunction(() => !('isBefore' in window))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})

test('every page opens without signal, and no call or file is ever answered with a page', async ({ page, context }) => {
  const violations = await installed(page)
  await context.setOffline(true)
  await page.goto(`${site.origin}/inspection/5/unit/2/area/7`)
  await expect(page.locator('#root')).toBeAttached()
  const answers = await page.evaluate(() =>
    Promise.all(
      ['/api/areas/7', '/files/7'].map((url) =>
        fetch(url).then(
          (it) => it.status,
          () => 'none',
        ),
      ),
    ),
  )
  expect(answers).toEqual(['none', 'none'])
  expect(violations).toEqual([])
})

test('AD-15 a picture once shown is shown again without signal, under a new signature too', async ({
  page,
  context,
}) => {
  await installed(page)
  expect(await shown(page, '/files/a.jpg?part=thumb&sig=1')).toBe(32)
  expect(await shown(page, '/files/a.jpg?sig=1')).toBe(32)
  await expect.poll(() => kept(page)).toEqual([1, 1])
  await context.setOffline(true)
  expect(await shown(page, '/files/a.jpg?part=thumb&sig=2')).toBe(32)
  expect(await shown(page, '/files/a.jpg?sig=2')).toBe(32)
  expect(await shown(page, '/files/b.jpg?part=thumb')).toBeNull()
  expect(asked).toEqual(['/files/a.jpg', '/files/a.jpg'])
})

test('AD-15 a captive portal’s page is never kept as a picture', async ({ page }) => {
  await installed(page)
  expect(await shown(page, '/files/portal.jpg?part=thumb')).toBeNull()
  expect(asked).not.toEqual([])
  expect(await kept(page)).toEqual([0, 0])
})

test('the kill switch takes the service worker and its caches away, and the database stays', async ({ page }) => {
  await installed(page)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.open('codesoft-kept').onsuccess = resolve
      }),
  )
  await page.evaluate((message) => navigator.serviceWorker.controller?.postMessage(message), workerMessages.kill)
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(await page.evaluate(() => caches.keys())).toEqual([])
  expect(await page.evaluate(async () => (await indexedDB.databases()).map((it) => it.name))).toContain('codesoft-kept')
})

test('the built page has its policy first, and its own scripts and styles are named there by their hashes', async ({
  page,
}) => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'))
  const policy = html.slice(0, html.indexOf('<script'))
  const inline = [...html.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)]
  expect(inline.map((it) => it[1])).toEqual(['style', 'script', 'script', 'script'])
  for (const [, , text] of inline)
    expect(policy).toContain(
      createHash('sha256')
        .update(text ?? '')
        .digest('base64'),
    )
  expect(html.match(/<script(?![^>]*\ssrc=)/g)).toHaveLength(3)
  expect(html).not.toMatch(/\son\w+=/)
  const manifest = await (await page.request.get(`${site.origin}/manifest.webmanifest`)).json()
  for (const { src } of [...manifest.icons, ...(manifest.screenshots ?? [])])
    expect((await page.request.get(site.origin + src)).status(), src).toBe(200)
})

/** How many thumbnails and how many pictures in full size are kept. */
const kept = (page: Page): Promise<number[]> =>
  page.evaluate(async (names) => {
    const counts = names.map(async (name) => (await (await caches.open(name)).keys()).length)
    return await Promise.all(counts)
  }, Object.values(photoCaches))
