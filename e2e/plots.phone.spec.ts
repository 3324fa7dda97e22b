import { expect } from '@playwright/test'
import { openApp, section, test } from './open-app.ts'

const app = openApp('ons')

test('an inspector’s day asks for no plots until they are opened, and then shows them', async () => {
  const page = await app.open('/')
  const weeks = section(page, 'Last 12 weeks')
  await expect(weeks).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked = await page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/statistics')).length,
  )
  expect(asked).toBe(0)
  await weeks.getByRole('button', { name: 'Show Last 12 weeks' }).click()
  await expect(weeks.getByRole('figure')).toContainText('0 violations')
  await app.signalOff()
  await page.reload()
  await weeks.getByRole('button', { name: 'Show Last 12 weeks' }).click()
  await expect(weeks.getByRole('figure')).toContainText('0 violations')
  await expect(weeks).toContainText('No signal')
})
