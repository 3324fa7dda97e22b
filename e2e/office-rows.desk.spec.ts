import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { news, openApp, test } from './open-app.ts'

// A row of an office list keeps its dialog and its message when the list is asked again and comes in another order.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into contacts (name, phone) values
      ('Rose Meyer', '4105550101'), ('R. Meyer', '4105550101'), ('Anna Berg', '4105550102'), ('A. Berg', '4105550102');
  `)
})

/** What a phone reports of itself. */
const beat = (user: number, device: string, oldestAt: string | null) =>
  app.pool.query('insert into device_heartbeats values ($1, $2, $3, now())', [
    user,
    device,
    JSON.stringify({ waiting: 1, needsYou: 0, photosWaiting: 0, oldestAt, lastSentAt: null, version: '0.1.0' }),
  ])

test('X8 X89 the order to clear a phone reaches the phone that the dialog names, even after the list has changed', async () => {
  await beat(2, 'iPhone 77C1', '2026-11-20T13:00:00.000Z')
  const page = await app.open('/phones')
  await page.getByRole('button', { name: 'Sign out Otis Nash, iPhone 77C1' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign out Otis Nash, iPhone 77C1')

  // Another phone with older work comes before it.
  await beat(1, 'Android phone 3F2A', '2026-11-10T13:00:00.000Z')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.locator('tbody tr').first()).toContainText('Ona Sutter')
  await expect(dialog).toHaveAccessibleName('Sign out Otis Nash, iPhone 77C1')
  await dialog.getByRole('button', { name: 'Sign out and clear' }).click()
  await expect.poll(() => app.rows('select user_id, device, clears from device_orders')).toHaveLength(1)
  expect(await app.rows('select user_id, device, clears from device_orders')).toEqual([
    { user_id: 2, device: 'iPhone 77C1', clears: true },
  ])
})

test('X113 an Admin removes a phone that does not exist any more, after a question that names its unsent work', async () => {
  await beat(1, 'Android phone D20D', '2026-11-11T13:00:00.000Z')
  const page = await app.open('/phones')
  const phones = page.getByRole('table', { name: 'Phones' })
  const remove = page.getByRole('button', { name: 'Remove Ona Sutter, Android phone D20D' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Remove Ona Sutter, Android phone D20D' })
  await expect(dialog).toContainText('At its last contact it held 1 entry that the office has not received.')
  await expectAccessible(page, 'the question before a phone is removed')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(phones).toContainText('Android phone D20D')

  await remove.click()
  await app.signalOff()
  await dialog.getByRole('button', { name: 'Remove all the same' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to remove the phone')
  await app.signalOn()
  await dialog.getByRole('button', { name: 'Remove all the same' }).click()
  await expect(phones).not.toContainText('Android phone D20D')
  await expect(dialog).toHaveCount(0)
  await expect(news(page, 'Ona Sutter, Android phone D20D removed')).toBeVisible()
  const held = "select device from device_heartbeats where device = 'Android phone D20D'"
  expect(await app.rows(held)).toEqual([])
  await page.goto(`${app.town.url}/audit`)
  await expect(page.getByText('Removed a phone from the list').first()).toBeVisible()
})

test('X111 a message that a pair was not marked stays beside its own pair', async () => {
  const page = await app.open('/doubles')
  const pairs = page.getByRole('table', { name: 'Pairs' }).locator('tbody tr')
  await expect(pairs).toHaveCount(2)
  const [family, other] = (await pairs.first().innerText()).includes('Berg') ? ['Berg', 'Meyer'] : ['Meyer', 'Berg']
  app.town.faults.inject = ({ path }) =>
    path.includes('/dismiss') ? { kind: 'failBefore', status: 503, detail: 'x' } : undefined
  await pairs
    .first()
    .getByRole('button', { name: /^Not the same/ })
    .click()
  await expect(pairs.first().getByRole('alert')).toContainText('This could not be saved')

  // A colleague marks this pair meanwhile.
  await app.rows(
    `insert into dismissed_doubles (kind, first_id, second_id, made_by, made_at)
      select 'contact', min(id), max(id), 3, now() from contacts where name like $1`,
    [`% ${family}`],
  )
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(pairs).toHaveCount(1)
  await expect(pairs).toContainText(other)
  await expect(pairs.getByRole('alert')).toHaveCount(0)
})
