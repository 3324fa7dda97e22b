import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// The phone has the least room for messages; bulk.tsx is the same on the desk.

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into violations (id, address_id, deadline, status, extend, violation_type, description)
      overriding system value
      select 100 + n, 1, '30 days', case when n <= 6 then 1 else 0 end, case when n = 8 then 3650 else 0 end,
        'doorhanger', 'Shed bulk'
      from generate_series(1, 8) n
  `),
)

test('VD-07 of six resolved among the ticked one message names all, and it stays until it is closed', async () => {
  const page = await app.open('/violations?q=shed+bulk')
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(8)
  await page.getByRole('checkbox').first().check()
  const bar = page.getByRole('region', { name: 'Ticked violations' })
  await bar.getByRole('button', { name: 'Tick this page' }).click()
  await expect(bar).toContainText('8 violations ticked')
  await bar.getByLabel('Days to add').fill('7')
  await bar.getByRole('button', { name: 'Extend' }).click()
  await expect(page.getByText('1 extended by 7 days (waiting to send)')).toBeVisible()
  await expect(bar).toContainText('7 violations ticked')
  const told = page.getByText('Their deadlines were not changed.')
  await expect(told).toHaveCount(1)
  const words = (await told.textContent()) ?? ''
  expect(words).toMatch(/^Violations (#10[1-6], ){4}#10[1-6] and #10[1-6] are resolved\. Their deadlines/)
  expect([...new Set(words.match(/#10\d/g))].sort()).toEqual(['#101', '#102', '#103', '#104', '#105', '#106', '#108'])
  expect(words).toContain('Violation #108: At most 3,650 days')
  await expect(page.getByText('1 extended by 7 days')).toBeHidden()
  await expect(told).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(told).toBeHidden()
})
