import { expect } from '@playwright/test'
import { news, openApp, test } from './open-app.ts'

// Phone only: the fields are the same at a desk.

const app = openApp('ons')

test('II-06 a schedule saved and then cleared on the same page leaves an empty field that has nothing to save', async () => {
  const id = await app.put(
    "insert into inspections (source, address_id, inspector_id) values ('Multifamily License', 1, 1) returning id",
  )
  const page = await app.open(`/inspection/${id}`)
  const field = page.getByRole('form', { name: 'Schedule' }).getByLabel('Date and time')
  await field.fill('2031-05-06T11:30')
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(page.getByText(/^5\/6\/2031/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(news(page, 'Schedule cleared')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(page.getByText('Choose a date and a time')).toBeVisible()
  await expect
    .poll(() => app.rows('select scheduled_datetime from inspections where id = $1', [id]))
    .toEqual([{ scheduled_datetime: null }])
})

test('CT-08 a saved status that the office sets back is shown as it is now, not as it was chosen', async () => {
  const violation = await app.put(
    "insert into violations (address_id, user_id, deadline) values (1, 1, '7 days') returning id",
  )
  const id = await app.put(
    `insert into citations (violation_id, user_id, fine, deadline, code_id, status, created_at)
     values ($1, 1, 200, '2031-05-01', 3, 1, now()) returning id`,
    [violation],
  )
  const page = await app.open(`/citation/${id}`)
  const status = page.getByLabel('Status', { exact: true })
  await expect(status).toHaveValue('1')
  await status.selectOption({ label: 'Dismissed' })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => app.rows('select status from citations where id = $1', [id])).toEqual([{ status: 3 }])
  await expect(page.locator('[data-entry-state]')).toHaveCount(0)
  await app.pool.query('update citations set status = 1, updated_at = now() where id = $1', [id])
  // The page asks again when it comes to the front.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(status).toHaveValue('1', { timeout: 1_000 })
  }).toPass()
})
