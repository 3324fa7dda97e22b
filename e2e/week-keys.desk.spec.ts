import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: who has no mouse comes to the cards of the week by Tab.

/** A week that is always to come, so that no day of it is past. Its first visit is done. */
const week = '/week?week=2031-01-08'

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into addresses (combadd) values ('7 MILL LANE'), ('9 MILL LANE');
    update inspections set scheduled_datetime = '2031-01-07T09:00', status = 'Scheduled', inspector_id = 2 where id = 1;
    insert into inspections (source, address_id, inspector_id, scheduled_datetime, status) values
      ('Business License', 1, 1, '2031-01-06T09:00', 'Completed'),
      ('Business License', 3, 1, '2031-01-09T10:30', 'Scheduled'),
      ('Business License', 4, 1, '2031-01-15T10:30', 'Scheduled'),
      ('Business License', 3, 2, null, 'Scheduled'),
      ('Business License', 4, 2, null, 'Scheduled');
  `),
)

const grip = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The name of the first card that Tab reaches from what has the focus; null if there is none. */
async function nextCard(page: Page): Promise<string | null> {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() =>
      document.activeElement?.matches('[data-grip]') ? document.activeElement.getAttribute('aria-label') : '',
    )
    if (name) return name
  }
  return null
}

test('II-06 Tab reaches the first card that can be moved, also if the first visit of the week is done', async () => {
  const page = await app.open(week)
  await expect(grip(page, '9:00 AM, 12 ELM STREET: move')).toBeVisible()
  await page.getByRole('region', { name: 'Board of the week' }).focus()
  expect(await nextCard(page)).toBe('10:30 AM, 7 MILL LANE: move')
})

test('II-06 Tab reaches a card of the next week after a card of this week had the focus', async () => {
  const page = await app.open(week)
  await grip(page, '9:00 AM, 12 ELM STREET: move').focus()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(grip(page, '10:30 AM, 9 MILL LANE: move')).toBeVisible()
  await page.getByRole('region', { name: 'Board of the week' }).focus()
  expect(await nextCard(page)).toBe('10:30 AM, 9 MILL LANE: move')
})

test('II-06 Tab goes from the search of the unscheduled to what it found', async () => {
  const page = await app.open(week)
  await grip(page, '9:00 AM, 12 ELM STREET: move').focus()
  const search = page.getByLabel('Search the unscheduled')
  await search.fill('9 mill')
  await expect(page.getByRole('list', { name: 'Unscheduled inspections' }).getByRole('listitem')).toHaveCount(1)
  await search.focus()
  expect(await nextCard(page)).toBe('No day, 9 MILL LANE: move')
})

test('II-06 in a narrow window Tab reaches a card of the day that is shown', async () => {
  const page = await app.open(week)
  await grip(page, '10:30 AM, 7 MILL LANE: move').focus()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Day', { exact: true }).selectOption({ label: 'Tue, 1/7' })
  await expect(grip(page, '9:00 AM, 12 ELM STREET: move')).toBeVisible()
  await page.getByLabel('Day', { exact: true }).focus()
  expect(await nextCard(page)).toBe('9:00 AM, 12 ELM STREET: move')
})
