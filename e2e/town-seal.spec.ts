import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demoSeal } from '../src/server/demo/demo-seal.ts'
import { installed, signIn, test } from './open-app.ts'
import { openTown, type TestTown } from './town.ts'

const folder = mkdtempSync(join(tmpdir(), 'codesoft-seal-'))
const townSeal = join(folder, 'seal.svg')
let town: TestTown
test.beforeAll(async () => {
  writeFileSync(townSeal, demoSeal())
  town = await openTown({
    distFolder: process.env.E2E_DIST ?? 'dist',
    config: { townSeal, townName: 'City of Fernhill' },
  })
})
test.afterAll(async () => {
  await town?.close()
  rmSync(folder, { recursive: true, force: true })
})

const sealIn = (page: Page, place: string) => page.locator(`${place} img[src^="/town-seal/"]`)

/** Whether the picture is there, not only its place. */
const isDrawn = (page: Page, place: string) =>
  expect
    .poll(() => sealIn(page, place).evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth > 0))
    .toBe(true)

test('G-15 the town’s name and seal are on the sign-in page, in the menu, and after a sign-out without signal', async ({
  page,
  isMobile,
}) => {
  await page.goto(town.url)
  await expect(page.locator('header')).toContainText('City of Fernhill')
  await isDrawn(page, 'header')
  await signIn(page, 'ons')
  await installed(page)
  // The service worker has the page from here on, and keeps the seal.
  await page.reload()
  const menu = isMobile ? 'dialog' : 'aside'
  const openMenu = async () => {
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    await isDrawn(page, menu)
    await expect(page.locator(`${menu} header`)).toContainText('City of Fernhill')
  }
  await openMenu()
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('codesoft-seal')).keys()).length)).toBe(1)
  await town.signalOff()
  await page.reload()
  await openMenu()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await isDrawn(page, 'header')
  await town.signalOn()
})

test('G-15 every page is printed under the town’s seal and name, which the screen does not show @desk', async ({
  page,
}) => {
  await page.goto(`${town.url}/violations`)
  await signIn(page, 'oas')
  for (const path of ['/violations', '/address/1', '/inspection/1', '/help']) {
    await page.goto(town.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const head = page.locator('.print-head')
    await expect(head, path).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(head, path).toBeVisible()
    await expect(head, path).toContainText('City of Fernhill')
    await isDrawn(page, '.print-head')
    await page.emulateMedia({ media: 'screen' })
  }
})

test('G-15 a town without a seal, and one whose seal does not come, shows its name alone @desk', async ({
  page,
  problems,
}) => {
  await page.route('**/town-seal/*', (route) => route.abort())
  await page.goto(town.url)
  await expect(page.locator('header strong')).toHaveText('City of Fernhill')
  await expect(sealIn(page, 'header')).toHaveCount(0)
  // The browser says itself that the picture did not come.
  problems.length = 0
})
