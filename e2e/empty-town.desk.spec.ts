import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: the due list of a phone asks the same.

const app = openApp('admin', (pool) => pool.query('truncate addresses cascade'))

test('ST-06 a town without addresses has none in its due list, and its address book is downloaded once', async () => {
  const page = await app.open('/about')
  let asked = 0
  page.on('request', (request) => {
    if (/\/addresses\/?\?skip/.test(request.url())) asked += 1
  })
  await page.goto(`${app.town.url}/due-list`)
  await expect(page.getByText('Total Addresses: 0')).toBeVisible()
  // Downloads without end never leave the network idle.
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(1)
})
