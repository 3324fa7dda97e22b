import { expect, type Page } from '@playwright/test'
import { holdCalls, openApp, test } from './open-app.ts'

// Desk only: who works with the keyboard stays where the work is, and who judges pairs sees all of them.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    update inspections set status = 'Completed';
    insert into businesses (name, address_id) values ('Elm Bakery', 1);
    insert into contacts (name, phone) select 'A' || lpad(n::text, 2, '0'), '41055501' || lpad(n::text, 2, '0') from generate_series(1, 28) n;
    insert into contacts (name, phone) select 'B' || lpad(n::text, 2, '0'), '41055501' || lpad(n::text, 2, '0') from generate_series(1, 28) n;
    insert into audit_log (user_id, call, path, received_at, status) select 1, 'B1', '/x', now(), 200 from generate_series(1, 60);
  `)
})

const pairs = (page: Page) => page.getByRole('table', { name: 'Pairs' }).locator('tbody tr')
const dialog = (page: Page) => page.getByRole('dialog')

test('X111 “Not the same” by keyboard: the focus goes on to the next pair, then to the one before', async () => {
  const page = await app.open('/doubles')
  await expect(pairs(page)).toHaveCount(25)
  const first = pairs(page).nth(0).getByRole('button')
  const next = await pairs(page).nth(1).getByRole('button').getAttribute('aria-label')
  await first.press('Enter')
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', next ?? '')
  await app.rows('delete from dismissed_doubles')
})

test('X92 X93 X94 after a merge and after its undo the focus is in the page, not before its menu', async () => {
  const page = await app.open('/doubles')
  await pairs(page).first().getByRole('link').press('Enter')
  await page.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Duplicates', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('button', { name: /^Undo/ }).first().press('Enter')
  await dialog(page).getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(page.getByText(/^Undone /)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('Undone')
  await expect(page.locator('tr:focus')).toHaveCount(1)
})

test('X111 in a comparison, “Not the same” leads back to the pairs with the focus in the page', async () => {
  const page = await app.open('/doubles')
  await pairs(page).last().getByRole('link').press('Enter')
  await page.getByRole('button', { name: /^Not the same/ }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Duplicates', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await app.rows('delete from dismissed_doubles')
})

test('X93 a merge whose answer is late leaves the pair alone that was opened meanwhile', async () => {
  const page = await app.open('/doubles')
  await pairs(page).first().getByRole('link').click()
  const answer = await holdCalls(page, '**/merges', 'POST')
  const asked = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/merges'))
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click()
  await asked
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Back to duplicates' }).click()
  await pairs(page).nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Merge two contacts' })).toBeVisible()
  const url = page.url()
  answer()
  await expect(page.locator('[aria-live=polite]').getByText(/merged into/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Merge two contacts' })).toBeVisible()
  expect(page.url()).toBe(url)
})

test('X8 X113 a dialog that goes together with the row of its button leaves the focus in the page', async () => {
  await app.rows('insert into device_heartbeats values (2, $1, $2, now())', [
    'iPhone 77C1',
    JSON.stringify({ waiting: 0, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '0.1.0' }),
  ])
  const page = await app.open('/phones')
  await page.getByRole('button', { name: 'Remove Otis Nash, iPhone 77C1' }).press('Enter')
  await expect(dialog(page)).toBeVisible()
  // A colleague removes the phone meanwhile.
  await app.rows("delete from device_heartbeats where device = 'iPhone 77C1'")
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('X9 “Older” and “Newer” keep the focus while the next part of the log loads, and at both ends', async () => {
  const page = await app.open('/audit')
  const older = page.getByRole('button', { name: 'Older', exact: true })
  const newer = page.getByRole('button', { name: 'Newer', exact: true })
  await expect(older).toBeEnabled()
  await older.press('Enter')
  await expect(page).toHaveURL(/part=2/)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expect(older).toBeFocused()
  // Beyond the last part it does nothing.
  await expect(older).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/part=2/)
  await newer.press('Enter')
  await expect(page).not.toHaveURL(/part=/)
  await expect(newer).toBeFocused()
})

test('LC-07 a record chosen by Enter gives the focus to its “Clear”, and that to the field again', async () => {
  const page = await app.open('/licenses')
  await page.getByRole('button', { name: 'Add License' }).click()
  const field = dialog(page).getByRole('combobox', { name: 'Business' })
  await field.fill('Elm')
  await expect(dialog(page).getByRole('listbox').getByRole('option')).toHaveCount(1)
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  const clear = dialog(page).getByRole('button', { name: 'Clear Business' })
  await expect(clear).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  // By the mouse nothing takes the focus.
  await field.fill('Elm')
  await dialog(page).getByRole('listbox').getByRole('option').click()
  await expect(clear).toBeVisible()
  await expect(clear).not.toBeFocused()
})

// The last one: it uses up the pairs.
test('X90 X111 after a whole part of pairs that are not the same come the others, and none is passed over', async () => {
  const page = await app.open('/doubles')
  await expect(pairs(page)).toHaveCount(25)
  const none = page.getByText('No two records have a name, number or address in common.')
  for (let left = 25; left > 0; left--) {
    const button = pairs(page).first().getByRole('button')
    const name = await button.getAttribute('aria-label')
    await button.press('Enter')
    await expect(page.getByRole('button', { name: name ?? '', exact: true })).toHaveCount(0)
  }
  await expect(none.or(pairs(page).first())).toBeVisible()
  await expect(none).toHaveCount(0)
  // Counted, because a test before merges one, which the first answer on this device may still contain.
  const left = await app.rows(`
    select a.id from contacts a join contacts b on b.phone = a.phone and b.id > a.id
      where not exists (select 1 from dismissed_doubles where first_id = a.id and second_id = b.id)`)
  expect(left.length).toBeGreaterThan(1)
  await expect(pairs(page)).toHaveCount(left.length)
  await expect(page.getByRole('navigation', { name: 'Parts of the pairs', exact: true })).toHaveCount(0)
})
