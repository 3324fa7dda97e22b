import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Phone only: there a row is a card, and its link covers all of it.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into violations (address_id, user_id, status, description) select 1, 1, 0, 'Case ' || n from generate_series(1, 3) as n`)
})

test('a tap on the box of a card ticks it and opens nothing', async () => {
  const page = await app.open('/violations')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').nth(1).tap()
  await expect(page.getByRole('region', { name: 'Ticked violations' })).toContainText('1 violation ticked')
  await expect(page).toHaveURL(/\/violations$/)
})
