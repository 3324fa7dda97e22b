import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, dayOf } from '../src/rules/dates.ts'
import { expectAccessible } from './axe.ts'
import { Hands, ways } from './hands.ts'
import { openApp, test } from './open-app.ts'
import { printedMap } from './printed-map.ts'

// Desk only: figures, council map and case file are made at a desk.

const zone = 'America/New_York'
const firstOfMonth = `${dayOf(new Date(), zone).slice(0, 8)}01`
const lastMonth = { to: addDays(firstOfMonth, -1), from: `${addDays(firstOfMonth, -1).slice(0, 8)}01` }
/** Noon of the tenth of last month, more or less: far from midnight in every season. */
const moment = `${lastMonth.from.slice(0, 8)}10T17:00:00Z`

const app = openApp('oas', async (pool) => {
  await pool.query('update addresses set latitude = 39.3, longitude = -76.6 + id * 0.001')
  await pool.query(
    `insert into inspections (source, address_id, inspector_id, status, description, created_at, updated_at)
      values ('Complaint', 1, 1, 'Unsatisfactory', 'Weeds as high as a man', $1, $1)`,
    [moment],
  )
  await pool.query(
    `insert into violations (address_id, user_id, status, deadline, description, violation_type, inspection_id, created_at, updated_at)
      select address_id, 1, 0, '7 days', 'Tall weeds', 'Formal Notice', max(id), $1, $1 from inspections
      where source = 'Complaint' and address_id = 1 group by address_id`,
    [moment],
  )
  await pool.query('insert into violation_codes select max(id), 2 from violations')
})

/** '11082026': the keys of a day in a date field. */
const dayKeys = (day: string) => `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}`

/** Notes each print in place of the print dialog. */
const printed = (page: Page) =>
  page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title)
  })

for (const way of ways) {
  test(`a manager’s month with the ${way}: figures of last month, the council’s map, one case file`, async () => {
    const page = await app.open('/')
    const hands = new Hands(page, way)
    await hands.goTo('SIR')
    await test.step('the plots of last month, with their table and their file', async () => {
      await hands.press(page.getByRole('button', { name: 'Plots' }))
      await hands.press(page.getByRole('button', { name: 'Last month' }))
      await expect(page).toHaveURL(new RegExp(`start=${lastMonth.from}&end=${lastMonth.to}`))
      const plot = page.getByRole('figure', { name: 'Week by week' })
      await expect(plot).toContainText('1 complaint')
      await expect(plot).toContainText('1 violation')
      await hands.press(plot.getByRole('button', { name: /^Show as table/ }))
      await expect(plot.getByRole('table')).toBeVisible()
      const arriving = page.waitForEvent('download')
      await hands.press(plot.getByRole('button', { name: /^Download CSV/ }))
      expect(await readFile(await (await arriving).path(), 'utf8')).toMatch(/\r\nAll,1,0,1,0\r\n/)
      await expectAccessible(page, 'the manager’s plots')
    })

    await test.step('the map of the month, printed for the council', async () => {
      await hands.goTo('Map')
      const fetchBook = page.getByRole('button', { name: 'Fetch the address book' })
      const streets = page.getByText('Streets drawn from the address book')
      await expect(fetchBook.or(streets)).toBeVisible()
      if (await fetchBook.isVisible()) await hands.press(fetchBook)
      await expect(streets).toBeVisible()
      await hands.press(page.getByRole('button', { name: 'Show Filters' }))
      await hands.type(page.getByLabel('From'), lastMonth.from, dayKeys(lastMonth.from))
      await hands.type(page.getByLabel('To', { exact: true }), lastMonth.to, dayKeys(lastMonth.to))
      const matters = page.getByRole('list', { name: /matters/i }).getByRole('listitem')
      await expect(matters).toHaveCount(1)
      await expect(matters).toContainText('12 ELM STREET')
      await expectAccessible(page, 'the manager’s map')
      const sheet = printedMap(page)
      await hands.press(page.getByRole('button', { name: 'Print' }))
      expect(await sheet).toContain('Violations')
    })

    await test.step('the case file of the violation, printed', async () => {
      await hands.goTo('Violations')
      await hands.press(page.getByRole('link', { name: '12 ELM STREET' }).first())
      await hands.press(page.getByRole('link', { name: 'Case file' }))
      const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
      await expect(lines).toHaveCount(3)
      await expect(lines.nth(0)).toContainText('Complaint')
      await expect(lines.nth(2)).toContainText('Violation: Formal Notice')
      await expectAccessible(page, 'the manager’s case file')
      await printed(page)
      await hands.press(page.getByRole('button', { name: 'Print' }))
      await expect(page.locator('body')).toHaveAttribute('data-printed', /./)
    })
  })
}
