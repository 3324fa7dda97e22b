import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const comment = 'Owner called and asks for a week more because of the roofer.'
const app = openApp('admin', (pool) =>
  pool.query("insert into violations (address_id, user_id, deadline, comment) values (1, 2, '7 days', $1)", [comment]),
)

test('short facts are side by side on phones of 390 and of 360 px, and a long text has the whole width', async () => {
  const page = await app.open('/violation/1')
  const facts = page.locator('main dl', { hasText: comment })
  const long = facts.locator(':scope > div', { hasText: comment })
  await expect(long).toBeVisible()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const columns = await facts.evaluate((it) => getComputedStyle(it).gridTemplateColumns.split(' ').length)
    expect(columns).toBe(2)
    expect((await long.boundingBox())?.width).toBe((await facts.boundingBox())?.width)
  }
})
