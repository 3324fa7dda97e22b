import { expect, type Page } from '@playwright/test'
import { field } from './comments.ts'
import { moveTo, openApp, refuse, signIn, test } from './open-app.ts'

// Desk only: the list is a table here; what it says is the same on a phone.

const app = openApp('ons', async (pool) => {
  const add = (address: number, type: string, status: number, user: number, daysAgo: number) =>
    pool.query(
      `insert into violations (address_id, violation_type, status, user_id, deadline, created_at)
       values ($1, $2, $3, $4, '7 days', now() - make_interval(days => $5))`,
      [address, type, status, user, daysAgo],
    )
  await add(1, 'doorhanger', 0, 1, 1)
  await add(2, 'Formal Notice', 1, 2, 2)
  await add(2, 'doorhanger', 2, 1, 5)
  for (let day = 20; day < 28; day += 1) await add(1, 'doorhanger', 0, 2, day)
})

const list = (page: Page) => page.getByRole('table', { name: 'Violations' })
const rows = (page: Page) => list(page).locator('tbody tr')

test('VL-01 VL-02 VL-06 LS-02 type, address, deadline badge and status in pages of 10; nothing here changes a status', async () => {
  const page = await app.open('/violations')
  await expect(list(page).locator('thead th')).toHaveText([
    ...['Address', 'Violation Type', 'Deadline', 'Status'],
    ...['Codes', 'Days Left', 'Inspector'],
  ])
  await expect(rows(page)).toHaveCount(10)
  // Newest first (C-37).
  const cells = (at: number) => rows(page).nth(at).locator('td')
  await expect(cells(0).nth(0).getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', '/violation/1')
  await expect(cells(0).nth(1)).toHaveText('Doorhanger')
  await expect(cells(0).nth(2)).toHaveText(/^\d+\/\d+\/\d{4} Plenty of Time$/)
  await expect(cells(0).nth(3)).toHaveText('Current')
  await expect(cells(1)).toHaveText([
    ...['48 QUARRY ROAD', 'Formal Notice', /^\d+\/\d+\/\d{4}\s*$/, 'Resolved'],
    ...[/./, '—', /./],
  ])
  await expect(cells(2).nth(2)).toContainText('Approaching')
  await expect(cells(2).nth(3)).toHaveText('Pending Trial')
  await expect(cells(2).nth(5)).toHaveText('2 days left')
  await expect(cells(3).nth(5)).toHaveText('13 days late')
  await expect(cells(3).nth(2)).toContainText('Past Due')
  await expect(rows(page).locator('button, select, input')).toHaveCount(0)
  const pages = page.getByRole('navigation', { name: 'Pages of Violations' })
  await expect(pages).toContainText('Page 1 of 2')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/page=2/)
  expect(app.town.calls.filter((it) => /violation/.test(it) && !it.startsWith('GET'))).toEqual([])

  await test.step('without signal it stands as it was', async () => {
    await app.signalOff()
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
  })
})

test('VL-03 by status, or No violations match your filter.; VL-04 an inspector narrows the list to their own', async () => {
  const page = await app.open('/violations')
  await expect(rows(page)).toHaveCount(10)
  const status = page.getByLabel('Status', { exact: true })
  await expect(status.locator('option')).toHaveText(['All', 'Current', 'Resolved', 'Pending Trial', 'Dismissed'])
  for (const [chosen, found] of [
    ['Current', 9],
    ['Resolved', 1],
    ['Pending Trial', 1],
  ] as const) {
    await status.selectOption({ label: chosen })
    await expect(rows(page)).toHaveCount(found)
    await expect(rows(page).last()).toContainText(chosen)
  }
  await status.selectOption({ label: 'Dismissed' })
  await expect(page.getByText('No violations match your filter.', { exact: true })).toBeVisible()
  await status.selectOption({ label: 'All' })
  await expect(page.getByLabel('ONS user')).toHaveCount(0)
  await page.getByLabel('Show My Violations').check()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first().getByRole('link').first()).toHaveAttribute('href', '/violation/1')
})

test('VL-05 an Admin narrows it by an inspector’s email; VL-07 a failed fetch is reported if the device has nothing', async ({
  page,
}) => {
  app.town.faults.inject = refuse(/GET .*\/(violations|users\/ons)/, 500, 'Out of order')
  await page.goto(`${app.town.url}/violations`)
  await signIn(page, 'admin')
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch violations' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch ONS users' })).toBeVisible()
  app.town.faults.inject = () => undefined
  await page.reload()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByLabel('Show My Violations')).toHaveCount(0)
  const users = page.getByLabel('ONS user')
  await expect(users.locator('option')).toHaveText(['All users', 'ons2@town.example', 'ons@town.example'])
  await users.selectOption('ons@town.example')
  await expect(rows(page)).toHaveCount(2)
  await expect(page).toHaveURL(/user=ons/)
})

test('VD-12 a comment that is half typed at one violation is not in the form of the next one', async () => {
  const [first, second] = await app.rows('select id from violations order by id limit 2')
  const page = await app.open(`/violation/${second?.id}`)
  await expect(field(page)).toBeVisible()
  await moveTo(page, `/violation/${first?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${first?.id}`)
  await field(page).fill('Only about this one')
  await moveTo(page, `/violation/${second?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${second?.id}`)
  await expect(field(page)).toHaveValue('')
  await moveTo(page, `/violation/${first?.id}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(field(page)).toHaveValue('Only about this one')
})
