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
        if (data[at] === 0xe4 && data[at + 1] === 0xf0 && data[at + 2] === 0xf5) count += 1
    }
    return count
  })

test('X60 the town’s own map is offered with its size, kept when asked, drawn also without signal, and removed', async () => {
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
