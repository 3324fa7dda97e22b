import { expect, type Page } from '@playwright/test'
import { dayOf } from '../src/rules/dates.ts'
import { openApp, refuse, test } from './open-app.ts'
import { giveRoom, takeRoom } from './storage.ts'

// Phone only: the desk shows the same.

const zone = 'America/New_York'
const dayMs = 86_400_000
const day = (days: number) => dayOf(new Date(Date.now() + days * dayMs), zone)
const written = (days: number) => {
  const [year, month, date] = day(days).split('-').map(Number)
  return `${month}/${date}/${year}`
}

const app = openApp('ons', async (pool) => {
  const complaint = (days: number) =>
    pool.query("insert into inspections (source, address_id, created_at, updated_at) values ('Complaint', 1, $1, $1)", [
      new Date(Date.now() + days * dayMs).toISOString(),
    ])
  for (const days of [-1, -2, -40, -41, -42]) await complaint(days)
})
const figure = (page: Page, title: string) =>
  page.locator('dl > div', { has: page.locator(`dt[title="${title}"]`) }).locator('dd')

test('ST-01 ST-02 with no dates SIR shows the last 2 weeks, with two the days between them; ST-03 seventeen figures', async () => {
  const page = await app.open('/sir')
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  await expect(page.getByText(`The last two weeks, ${written(-14)} to ${written(0)}`)).toBeVisible()
  await expect(page.locator('dl > div')).toHaveCount(17)
  await page.getByLabel('Start date').fill(day(-45))
  await expect(page.getByRole('alert')).toContainText('Choose the end date too')
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  await page.getByLabel('End date').fill(day(-39))
  await expect(figure(page, 'Complaints Made')).toHaveText('3')
  await expect(page.getByText(`${written(-45)} to ${written(-39)}`)).toBeVisible()
  await page.getByLabel('End date').fill(day(-50))
  await expect(page.getByRole('alert')).toContainText('The end date is before the start date.')
  await expect(page.locator('dl > div')).toHaveCount(0)

  // On paper: the days and the figures, without what is pressed.
  await page.getByLabel('End date').fill(day(-39))
  await page.emulateMedia({ media: 'print' })
  await expect(figure(page, 'Complaints Made')).toBeVisible()
  await expect(page.getByLabel('Start date')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('ST-04 Failed to load SIR stats where the device holds none; ST-02 figures opened once are shown without signal', async () => {
  app.town.faults.inject = refuse(/GET .*sir/, 500, 'Out of order')
  const page = await app.open(`/sir?start=${day(-9)}&end=${day(-8)}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load SIR stats')
  app.town.faults.inject = () => undefined
  await app.signalOff()
  await page.goto(`${app.town.url}/sir`)
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  await page.getByLabel('Start date').fill(day(-4))
  await page.getByLabel('End date').fill(day(-3))
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load SIR stats')
  await expect(page.getByRole('alert')).toContainText('No signal')
})

test('ST-05 About holds text only, and says which version this is', async () => {
  const page = await app.open('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About')
  const main = page.locator('main#main')
  await expect(main).toContainText('Inspections work without signal.')
  await expect(main.locator('table, form, img, input, button')).toHaveCount(0)
  await app.signalOff()
  await page.reload()
  await expect(main).toContainText('CodeSoft keeps the code enforcement records')
})

test('ST-06 DueList shows Total Addresses, while loading Loading..., and Failed to fetch addresses', async () => {
  app.town.faults.inject = refuse(/GET .*\/addresses\/$/, 500, 'Out of order')
  const page = await app.open('/due-list')
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch addresses')
  app.town.faults.inject = (call) => (/\/addresses\/$/.test(call.path) ? { kind: 'delay', ms: 1500 } : undefined)
  await page.reload()
  await takeRoom(page, 'put', ['addressChunks'])
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This phone is full')
  await giveRoom(page)
  // It comes by itself, as everything else on the page does.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('Total Addresses: 2')).toBeVisible()
  await app.signalOff()
  await page.reload()
  await expect(page.getByText('Total Addresses: 2')).toBeVisible()
})

// The last one, because the page keeps the clock.
test('ST-02 ST-04 figures read without signal on a later day name only the days that they cover, and when', async () => {
  const page = await app.open('/sir')
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  const ahead = `/sir?start=${day(-4)}&end=${day(2)}`
  await page.goto(`${app.town.url}${ahead}`)
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  const tomorrow = `/sir?start=${day(1)}&end=${day(2)}`
  await page.goto(`${app.town.url}${tomorrow}`)
  await expect(figure(page, 'Complaints Made')).toHaveText('0')
  await app.signalOff()
  await page.clock.setFixedTime(Date.now() + 3 * dayMs)
  const main = page.locator('main#main')
  await page.goto(`${app.town.url}/sir`)
  await expect(figure(page, 'Complaints Made')).toHaveText('2')
  await expect(main).toContainText(`${written(-14)} to ${written(0)}`)
  await expect(main).not.toContainText(written(3))
  await expect(main).toContainText(`Counted on ${written(0)}`)
  await expect(main).toContainText('What came later is not known on this device.')
  await page.goto(`${app.town.url}${ahead}`)
  await expect(main).toContainText(`${written(-4)} to ${written(0)}`)
  await expect(main).toContainText(`Counted on ${written(0)}`)
  await page.goto(`${app.town.url}${tomorrow}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load SIR stats')
  await expect(page.locator('dl > div')).toHaveCount(0)
})
