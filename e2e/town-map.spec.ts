import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { storeTownMap } from '../src/server/files/town-map.ts'
import { expectAccessible } from './axe.ts'
import { installed, openApp, test } from './open-app.ts'
import { townMapFile } from './town-map-file.ts'

const place = { latitude: 39.3, longitude: -76.6 }

const app = openApp('ons', (pool) =>
  pool.query('update addresses set latitude = $1, longitude = $2 where id in (1, 2)', [
    place.latitude,
    place.longitude,
  ]),
)

/** Puts a map into the town as `npm run import -- map` does. */
async function importMap(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-town-map-'))
  const file = join(folder, 'town.pmtiles')
  writeFileSync(file, townMapFile(place))
  await storeTownMap({ dataFolder: app.town.dataFolder }, file)
  rmSync(folder, { recursive: true })
}

/** How many pixels of the map have the colour of water. */
const water = (page: Page) =>
  page.locator('.map canvas').evaluateAll((canvases) => {
    let count = 0
    for (const canvas of canvases as HTMLCanvasElement[]) {
      const paint = canvas.getContext('2d')
      if (!paint || canvas.width === 0) continue
      const { data } = paint.getImageData(0, 0, canvas.width, canvas.height)
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === 0xc0 && data[at + 1] === 0xdb && data[at + 2] === 0xe9) count += 1
    }
    return count
  })

test('X60 the town’s own map is offered with its size, kept when asked, drawn also without signal, and removed', {
  tag: '@phone',
}, async () => {
  const before = await app.open('/field')
  await expect(before.getByRole('button', { name: /^Prepare/ })).toBeVisible()
  await expect(before.getByRole('region', { name: 'Town map' })).toHaveCount(0)
  await before.close()

  await importMap()
  const page = await app.open('/field')
  const part = page.getByRole('region', { name: 'Town map' })
  await expect(part.getByRole('button', { name: /^Keep it on this device \(\d/ })).toBeVisible()
  await expectAccessible(page, 'town map')
  await part.getByRole('button', { name: /^Keep it/ }).click()
  await expect(part).toContainText('On this device, ')
  await installed(page)
  await page.close()

  await app.signalOff()
  const map = await app.open('/map')
  await expect(map.getByText('© Town survey')).toBeVisible()
  await expect.poll(() => water(map)).toBeGreaterThan(20_000)
  await map.close()
  await app.signalOn()

  const again = await app.open('/field')
  await again.getByRole('button', { name: 'Remove the map' }).click()
  await expect(again.getByRole('button', { name: /^Keep it on this device/ })).toBeVisible()
})

/** Counts what a page asks of the server for the map, from its next address on. */
function counted(page: Page): { offers: number; pieces: number } {
  const asked = { offers: 0, pieces: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/api/map') asked.offers += 1
    if (pathname === '/api/map/file') asked.pieces += 1
  })
  return asked
}

/** A page that is counted before it shows the map. */
async function openMap(): Promise<{ page: Page; asked: ReturnType<typeof counted> }> {
  const page = await app.open('/about')
  const asked = counted(page)
  await page.goto(`${app.town.url}/map`)
  return { page, asked }
}

test('X60 a download of the map that fails says why, and can be tried again', { tag: '@desk' }, async () => {
  await importMap()
  const page = await app.open('/field')
  const part = page.getByRole('region', { name: 'Town map' })
  const keep = part.getByRole('button', { name: /^Keep it/ })
  await expect(keep).toBeVisible()
  let failed = 0
  page.on('requestfailed', (request) => {
    if (new URL(request.url()).pathname === '/api/map') failed += 1
  })
  await app.signalOff()
  await keep.click()
  // The offer is asked for before the download, and again after it.
  await expect.poll(() => failed).toBe(2)
  await expect(part.getByRole('alert')).toContainText('The map was not kept')
  await app.signalOn()
  await keep.click()
  await expect(part).toContainText('On this device, ')
  await part.getByRole('button', { name: 'Remove the map' }).click()
})

test('X60 a town’s map that is not kept is streamed: each piece once, and nothing for pieces seen before', {
  tag: '@phone',
}, async () => {
  await importMap()
  const { page, asked } = await openMap()
  await expect(page.getByText('© Town survey')).toBeVisible()
  await expect.poll(() => water(page)).toBeGreaterThan(20_000)
  // The head with its directory, the words about the map, and the one tile that all tiles of this town are.
  expect(asked).toEqual({ offers: 1, pieces: 3 })
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await expect.poll(() => water(page)).toBe(0)
  expect(asked).toEqual({ offers: 1, pieces: 3 })
})

test('X60 a streamed map that fails gives way to the streets of the book, with a note, and comes back on request', {
  tag: '@desk',
}, async () => {
  await importMap()
  const page = await app.open('/about')
  await page.route('**/api/map/file*', (route) => route.fulfill({ status: 503, body: 'Out of order' }))
  await page.goto(`${app.town.url}/map`)
  await expect(page.getByText('The map of the town cannot be loaded: the server is not answering.')).toBeVisible()
  await expectAccessible(page, 'a streamed map that failed')
  await page.unroute('**/api/map/file*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('© Town survey')).toBeVisible()
  await expect(page.getByText('does not come')).toHaveCount(0)
  await expect.poll(() => water(page)).toBeGreaterThan(20_000)
})

test('X60 without signal the streamed map is not asked for; with the signal it comes by itself', {
  tag: '@phone',
}, async () => {
  await importMap()
  await app.signalOff()
  const page = await app.open('/map')
  await expect(page.getByText('© Town survey')).toHaveCount(0)
  await app.signalOn()
  await expect(page.getByText('© Town survey')).toBeVisible({ timeout: 30_000 })
})

test('X60 opened without signal, the preparation offers the map of the town when the signal returns', {
  tag: '@desk',
}, async () => {
  await importMap()
  const about = await app.open('/about')
  await installed(about)
  await about.close()
  await app.signalOff()
  const page = await app.open('/field')
  const part = page.getByRole('region', { name: 'Town map' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prepare for the field')
  await expect(part).toHaveCount(0)
  await app.signalOn()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(part.getByRole('button', { name: /^Keep it/ })).toBeVisible()
})

test('X60 a device that saves data is asked before the map is streamed', { tag: '@phone' }, async () => {
  await importMap()
  const page = await app.open('/about')
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked = counted(page)
  await page.goto(`${app.town.url}/map`)
  await expect(
    page.getByText('This device is set to save data, so the map of the town is not fetched automatically.'),
  ).toBeVisible()
  await expectAccessible(page, 'a map that is asked for')
  expect(asked).toEqual({ offers: 1, pieces: 0 })
  await page.getByRole('button', { name: 'Show the map of the town' }).click()
  await expect(page.getByText('© Town survey')).toBeVisible()
})
