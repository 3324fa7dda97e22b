import { expect, type Page } from '@playwright/test'
import { dayOf } from '../src/rules/dates.ts'
import { moveTo, openApp, section, signIn, test } from './open-app.ts'
import { people } from './town.ts'

// Desk only: the list is a table here; what it says is the same on a phone.

const dayMs = 86_400_000
const zone = 'America/New_York'
/** 'YYYY-MM-DD' in the town, so many days from today. */
const day = (days: number) => dayOf(new Date(Date.now() + days * dayMs), zone)
/** '11/20/2026' of the same day. */
const written = (days: number) => {
  const [year, month, date] = day(days).split('-').map(Number)
  return `${month}/${date}/${year}`
}

const app = openApp('ons', async (pool) => {
  const add = (source: string, scheduled: string | null, inspector = 1, address: number | null = 2) =>
    pool.query(
      'insert into inspections (source, address_id, inspector_id, scheduled_datetime) values ($1, $2, $3, $4)',
      [source, address, inspector, scheduled],
    )
  await add('in 3 days', `${day(3)}T09:00:00`)
  await add('yesterday', `${day(-1)}T09:00:00`)
  await add('today late', `${day(0)}T16:30:00`)
  await add('nowhere', `${day(2)}T00:15:00`, 1, null)
  await add('today early', `${day(0)}T08:00:00`)
  for (const n of [8, 9, 10, 11, 12]) await add(`in ${n} days`, `${day(n)}T14:05:00`)
  for (let n = 1; n <= 10; n += 1) await add('ten of them', null, 2)
})

const pending = (page: Page) => page.getByRole('table', { name: 'Pending Inspections' })

/** Source and scheduled date of the rows in sight. */
const shown = async (page: Page): Promise<string[]> => {
  const rows = await pending(page).locator('tbody tr').all()
  return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).join(' | ')))
}

test('DB-01 the dashboard greets by name; until the user is known it reads Loading...', async () => {
  // Another tab keeps the device's directory busy, as a slow disk would.
  const other = await app.open('/robots.txt')
  await other.evaluate(async () => {
    const found = (await indexedDB.databases()).find((it) => it.name?.includes('directory'))
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(found?.name ?? '')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const names = [...database.objectStoreNames]
    const store = database.transaction(names, 'readwrite').objectStore(names[0] ?? '')
    let isBusy = true
    addEventListener('focus', () => {
      isBusy = false
    })
    const keepBusy = () => {
      if (isBusy) store.count().onsuccess = keepBusy
    }
    keepBusy()
  })
  const page = await app.open('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${people.ons.name}`)
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test('DB-31 each cell leads where it says; DB-32 today first, then unscheduled, then by date; DB-33 pages above 10 rows', async () => {
  const page = await app.open('/')
  await expect(pending(page).locator('thead th')).toHaveText(['Source', 'Address', 'Scheduled Date'])
  await expect
    .poll(() => shown(page))
    .toEqual([
      `today early | 48 QUARRY ROAD | ${written(0)}, 8:00 AM`,
      `today late | 48 QUARRY ROAD | ${written(0)}, 4:30 PM`,
      'Multifamily License | 12 ELM STREET | Unscheduled',
      'Single Family License | 48 QUARRY ROAD | Unscheduled',
      `yesterday | 48 QUARRY ROAD | ${written(-1)}, 9:00 AM`,
      `nowhere | No address | ${written(2)}, 12:15 AM`,
      `in 3 days | 48 QUARRY ROAD | ${written(3)}, 9:00 AM`,
      `in 8 days | 48 QUARRY ROAD | ${written(8)}, 2:05 PM`,
      `in 9 days | 48 QUARRY ROAD | ${written(9)}, 2:05 PM`,
      `in 10 days | 48 QUARRY ROAD | ${written(10)}, 2:05 PM`,
    ])
  const row = pending(page).locator('tbody tr', { hasText: 'Multifamily License' })
  await expect(row.getByRole('link', { name: 'Multifamily License' })).toHaveAttribute('href', '/inspection/1')
  await expect(row.getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', '/address/1')
  await expect(section(page, /Pending Inspections/)).toContainText('12')

  const pager = page.getByRole('navigation', { name: 'Pages of Pending Inspections' })
  await expect(pager).toContainText('Page 1 of 2')
  await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await pager.getByRole('button', { name: 'Next' }).click()
  await expect(pager).toContainText('Page 2 of 2')
  await expect
    .poll(() => shown(page))
    .toEqual([
      `in 11 days | 48 QUARRY ROAD | ${written(11)}, 2:05 PM`,
      `in 12 days | 48 QUARRY ROAD | ${written(12)}, 2:05 PM`,
    ])
  await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled()
  await pager.getByRole('button', { name: 'Previous' }).click()
  await expect(pager).toContainText('Page 1 of 2')

  // Data that was fetched once is also shown without signal.
  await app.signalOff()
  await page.reload()
  await expect(pager).toContainText('Page 1 of 2')
  await pending(page).getByRole('link', { name: 'today early' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Inspection Information for today early')
})

test('DB-33 ten rows are on one page without a pager', async ({ page }) => {
  await page.goto(`${app.town.url}/`)
  await signIn(page, 'otherOns')
  await expect(pending(page).locator('tbody tr')).toHaveCount(10)
  await expect(page.getByRole('navigation', { name: 'Pages of Pending Inspections' })).toHaveCount(0)
})

test('DB-34 without work it reads There are no pending inspections.', async ({ page }) => {
  await page.goto(`${app.town.url}/`)
  await signIn(page, 'oas')
  await expect(section(page, /Pending Inspections/)).toContainText('There are no pending inspections.')
  await expect(pending(page)).toHaveCount(0)
})

test('P12 on the way back the forms are shown once the facts above them are, which would push them down', async () => {
  const page = await app.open('/')
  await expect(section(page, 'Pending Inspections')).toBeVisible()
  await page.goto(`${app.town.url}/unsent`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent work')
  // The facts that are there when the forms can be tapped.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const forms = [...document.querySelectorAll('main button')].find((it) => it.textContent === 'New Violation')
      if (!forms?.checkVisibility()) return
      watch.disconnect()
      document.body.setAttribute('data-facts', String(document.querySelectorAll('main .facts a').length))
    })
    watch.observe(document.body, { childList: true, subtree: true })
  })
  await moveTo(page, '/')
  await expect(page.locator('body')).toHaveAttribute('data-facts', '2')
})
