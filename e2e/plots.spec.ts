import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { dateText } from '../src/rules/date-text.ts'
import { addDays, dayOf } from '../src/rules/dates.ts'
import { expectAccessible } from './axe.ts'
import { openApp, refuse, section, test } from './open-app.ts'
import { setTextSize } from './text-size.ts'

const zone = 'America/New_York'
const day = (days: number) => addDays(dayOf(new Date(), zone), days)
/** Noon of a day in the town, more or less: far from midnight in every season. */
const moment = (days: number) => new Date(Date.parse(`${day(days)}T17:00:00Z`)).toISOString()

const app = openApp('oas', async (pool) => {
  const complaint = (made: number, changed: number, status: string | null) =>
    pool.query(
      "insert into inspections (source, status, address_id, created_at, updated_at) values ('Complaint', $1, 1, $2, $3)",
      [status, moment(made), moment(changed)],
    )
  for (const n of [-40, -41]) await complaint(n, n + 3, 'Completed')
  await complaint(-42, -42, null)
  const violation = async (at: number, address: number, closed: number | null) => {
    const { rows } = await pool.query(
      `insert into violations (address_id, user_id, status, created_at, updated_at, closed_at)
        values ($1, 1, $2, $3, $4, $5) returning id`,
      [address, closed === null ? 0 : 1, moment(at), moment(closed ?? at), closed === null ? null : moment(closed)],
    )
    await pool.query('insert into violation_codes values ($1, 2)', [rows[0].id])
    return rows[0].id
  }
  const served = await violation(-45, 1, -38)
  await pool.query(
    `insert into notice_services (violation_id, how, served_to, note, created_at) values ($1, 'posted', '', '', $2)`,
    [served, moment(-43)],
  )
  await violation(-40, 1, null)
  await violation(-41, 2, null)
  // So many in the days before that a percentage is given.
  for (let n = 0; n < 24; n++) await violation(-60, 2, -59)
})

const range = { from: day(-50), to: day(-30) }
const typed = `/sir?view=plots&start=${range.from}&end=${range.to}`
const plot = (page: Page, name: string) => page.getByRole('figure', { name })
const rowOf = (table: Locator, name: string) =>
  table
    .locator('tbody tr')
    .filter({ has: table.page().getByText(name, { exact: true }) })
    .locator('td')

const downloaded = async (of: Locator) => {
  const arriving = of.page().waitForEvent('download')
  await of.getByRole('button', { name: /^Download CSV/ }).click()
  const file = await arriving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a month of the town: a preset, typed days that stay in the address, plots in words, their table and their file', async () => {
  const page = await app.open('/sir')
  await page.getByRole('button', { name: 'Plots' }).click()
  await expect(page.getByRole('button', { name: 'Last 12 weeks' })).toHaveAttribute('aria-pressed', 'true')
  await expect(plot(page, 'Week by week')).toContainText('3 complaints')
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(new RegExp(`start=${day(0).slice(0, 8)}01&end=${day(0)}`))
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('Start date').fill(range.from)
  await page.getByLabel('End date').fill(range.to)
  await page.reload()
  await expect(page.getByText(`${dateText(range.from)} to ${dateText(range.to)}, compared with`)).toBeVisible()
  const made = plot(page, 'Week by week')
  await expect(made).toContainText('3 violations · 24 before, 21 fewer (-88%)')
  await expect(made.getByRole('img')).toHaveCount(4)
  await expect(plot(page, 'Days from complaint to response')).toContainText(
    '2 complaints answered (0 before, 2 more), half of them within 3 days.',
  )
  await expect(plot(page, 'Days from notice to compliance')).toContainText(
    '1 violation complied with (24 before, 23 fewer (-96%)), half of them within 5 days (1 day before).',
  )
  await expect(plot(page, 'Repeat addresses')).toContainText('1 address with violations on different days')
  await expect(plot(page, 'Repeat addresses').getByRole('link')).toHaveCount(1)
  await expect(plot(page, 'Open violations by age')).toContainText('2 open violations (0 before, 2 more)')
  await expect(plot(page, 'Violations by section').getByRole('link')).toHaveCount(1)

  // By keyboard: the table is there, with the plot's figures.
  const button = made.getByRole('button', { name: 'Show as table Week by week' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(made.getByRole('button', { name: 'Hide table Week by week' })).toHaveAttribute('aria-expanded', 'true')
  await expect(rowOf(made, 'All')).toHaveText(['All', '3', '0', '3', '0'])
  await expect(rowOf(made, 'Period before')).toHaveText(['Period before', '0', '0', '24', '0'])
  const file = await downloaded(made)
  expect(file.name).toBe(`week-by-week-${range.from}-${range.to}.csv`)
  expect(file.text).toMatch(/^\uFEFFWeek,Complaints,Inspections,Violations,Citations\r\n/)
  expect(file.text).toMatch(/\r\nAll,3,0,3,0\r\nPeriod before,0,0,24,0\r\n$/)
  await expectAccessible(page, 'plots with a table')

  // The figures of the same days say the same.
  await page.getByRole('button', { name: 'Figures' }).click()
  const figures = page.locator('dl > div', { has: page.locator('dt[title="Violations"]') })
  await expect(figures.locator('dd')).toHaveText('3')
})

test('on paper each plot has its table, and there are no buttons', { tag: '@desk' }, async () => {
  const page = await app.open(typed)
  await expect(plot(page, 'Repeat addresses')).toBeVisible()
  const tables = page.locator('figure table')
  await expect(tables.first()).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(tables).toHaveCount(6)
  for (const table of await tables.all()) await expect(table).toBeVisible()
  await expect(page.locator('main button:visible, main input:visible')).toHaveCount(0)
  // As wide as a sheet of paper, with the widest table.
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(718)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText(/A complaint is answered when/)).toBeVisible()
})

test('without signal the plots use the device’s data, and say so; plots opened before show their age', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/violations')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.goto(app.town.url + typed)
  await expect(plot(page, 'Week by week')).toContainText('3 complaints')
  await app.signalOff()
  await page.reload()
  await expect(plot(page, 'Week by week')).toContainText('3 complaints')
  await expect(page.getByText(/^As of .* · No signal/)).toBeVisible()
  await page.getByLabel('End date').fill(day(-31))
  const note = page.getByRole('status').filter({ hasText: 'From what this device holds' })
  await expect(note).toContainText(/No signal\. From what this device holds, as of \d/)
  // The device has read violations, and no complaints.
  await expect(plot(page, 'Week by week')).toContainText('0 complaints')
  await expect(plot(page, 'Week by week')).toContainText('3 violations')
  await page.getByRole('button', { name: /^Show as table Open violations/ }).click()
  await expect(rowOf(plot(page, 'Open violations by age'), 'All').last()).toHaveText('2')
  await expectAccessible(page, 'plots without signal')
  await app.signalOn()
  await page.reload()
  await expect(plot(page, 'Week by week')).toContainText('3 complaints')
  await expect(note).toHaveCount(0)
})

test('a failure at the office and empty days are reported, and invalid days keep the last 12 weeks', {
  tag: '@desk',
}, async () => {
  app.town.faults.inject = refuse(/GET .*statistics/, 500, 'Out of order')
  const page = await app.open(`/sir?view=plots&start=${day(-49)}&end=${day(-29)}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to load the figures of the office')
  await expect(page.getByRole('alert')).toContainText('From what this device holds')
  await expectAccessible(page, 'plots that failed')
  app.town.faults.inject = () => undefined
  await page.goto(`${app.town.url}/sir?view=plots&start=2012-01-01&end=2012-01-31`)
  await expect(page.getByText('Nothing was recorded in these days or in the period before.')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(0)
  await page.getByLabel('End date').fill('2011-01-31')
  await expect(page.getByRole('alert')).toContainText('The end date is before the start date')
  await expect(page.getByText(`to ${dateText(day(0))}, compared with`)).toBeVisible()
  await page.getByText('What is counted').click()
  await expect(page.getByText(/A complaint is answered when/)).toBeVisible()
})

test('nothing is wider than the screen at 320 px with text of 200 %, with every table open', {
  tag: '@phone',
}, async () => {
  const page = await app.open(typed)
  await page.setViewportSize({ width: 320, height: 640 })
  await setTextSize(page, 32)
  await expect(plot(page, 'Repeat addresses')).toBeVisible()
  const closed = page.getByRole('button', { name: /^Show as table/ })
  for (let left = 6; left > 0; left--) {
    await expect(closed).toHaveCount(left)
    await closed.first().click()
  }
  // Not `innerWidth`: a phone's grows with what is too wide.
  const beyond = await page.evaluate(
    (width) =>
      [...document.querySelectorAll('main *')]
        .filter((it) => !it.closest('.unseen, thead') && it.getBoundingClientRect().right > width + 1)
        .map((it) => `${it.tagName} ${it.textContent?.slice(0, 40)}`),
    320,
  )
  expect(beyond).toEqual([])
  for (const look of ['Dark', 'Full sun'])
    await test.step(look, async () => {
      await page.evaluate((it) => document.documentElement.classList.add(it === 'Dark' ? 'dark' : 'sun'), look)
      await expectAccessible(page, `plots, ${look}`)
      await page.evaluate(() => document.documentElement.classList.remove('dark', 'sun'))
    })
})

test('the dashboard of the office shows the last 12 weeks, with the way to all plots', async () => {
  const page = await app.open('/')
  const weeks = section(page, 'Last 12 weeks')
  await expect(weeks.getByRole('figure')).toContainText('3 complaints')
  await weeks.getByRole('link', { name: 'All plots' }).click()
  await expect(page).toHaveURL(/\/sir\?view=plots$/)
  await expect(plot(page, 'Open violations by age')).toBeVisible()
})
