import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: the office's own pages.

const app = openApp('oas', async (pool) => {
  await pool.query(
    `insert into contacts (name, email, phone) values ('Rose Meyer', 'rose@town.example', '4105550101'), ('R. Meyer', null, '(410) 555-0101')`,
  )
})

test('X93 a merge refused because a record was changed shows the record as it is now, and then succeeds', async () => {
  const page = await app.open('/doubles')
  await page.getByRole('table', { name: 'Pairs' }).locator('tbody tr').getByRole('link').click()
  await expect(page.getByRole('radio', { name: 'Email: rose@town.example' })).toBeVisible()
  await app.rows(`update contacts set email = 'meyer@town.example', updated_at = now() where name = 'Rose Meyer'`)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Look at both records again')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('radio', { name: 'Email: meyer@town.example' })).toBeVisible()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('No two records have a name, number or address in common.')).toBeVisible()
})
