import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, sendNow, signIn, test } from './open-app.ts'

// Desk only: cards are dragged by a mouse; what a phone shows is looked at in a narrow window.

/** A week that is always to come, so that no day of it is past. */
const week = '/week?week=2031-01-08'

const app = openApp('admin', (pool) =>
  pool.query(`
    update inspections set scheduled_datetime = '2031-01-07T09:00', status = 'Scheduled' where id = 1;
    insert into addresses (combadd, latitude, longitude) values ('7 MILL LANE', 39.01, -76.9), ('9 MILL LANE', 39.02, -76.9);
    insert into inspections (source, address_id, inspector_id, scheduled_datetime, status, description) values
      ('Complaint', 3, 2, '2031-01-07T09:00', null, 'Smoke in the hall'),
      ('Business License', 4, 2, '2031-01-07T10:30', 'Completed', null),
      ('Complaint', 4, null, null, 'open', 'Rats behind the shed');
  `),
)

const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`)
const cards = (page: Page, name: string) => cell(page, name).getByRole('listitem')
const card = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const lastMove = (page: Page) => page.getByRole('region', { name: 'Last move' })
const atOffice = async (id: number) =>
  (
    await app.rows(
      'select inspector_id as who, left(scheduled_datetime::text, 16) as at from inspections where id = $1',
      [id],
    )
  )[0]

test('the week shows each inspector’s days with load and way, to those who assign', async ({ browser }) => {
  const page = await app.open(week)
  await expect(cards(page, 'Ona Sutter, Tue, 1/7')).toContainText(['12 ELM STREET'])
  await expect(cell(page, 'Otis Nash, Tue, 1/7')).toContainText('2 of 6')
  await expect(cell(page, 'Otis Nash, Tue, 1/7')).toContainText('0.7 mi')
  await expect(card(page, '9 MILL LANE').first()).toContainText('Completed')
  await expect(page.getByRole('columnheader')).toHaveCount(6)
  await page.getByLabel('Weekend').check()
  await expect(page.getByRole('columnheader')).toHaveCount(8)
  await page.getByLabel('Search the unscheduled').fill('rats shed')
  await expect(page.getByRole('list', { name: 'Unscheduled inspections' }).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Visits a day').selectOption('1')
  await expect(cell(page, 'Otis Nash, Tue, 1/7')).toContainText('Over')
  await page.getByText('1 day has a conflict').click()
  await expect(page.getByText('Otis Nash, Tue, 1/7: over capacity, 2 of 1, 1.25 h')).toBeVisible()
  await expectAccessible(page, 'the board of the week')
  await page.getByLabel('Visits a day').selectOption('6')
  const context = await browser.newContext()
  const inspector = await context.newPage()
  await inspector.goto(app.town.url + week)
  await signIn(inspector, 'ons')
  await expect(inspector.getByText('Only people who assign inspections can plan the week.')).toBeVisible()
  await context.close()
})

test('II-04, II-06 a card is dragged without signal, taken back with one tap, and sent when there is signal', async () => {
  const page = await app.open(week)
  await expect(card(page, '12 ELM STREET')).toBeVisible()
  await app.signalOff()
  await card(page, '12 ELM STREET').dragTo(cell(page, 'Otis Nash, Thu, 1/9'))
  await expect(cards(page, 'Otis Nash, Thu, 1/9')).toContainText(['12 ELM STREET'])
  await expect(card(page, '12 ELM STREET')).toContainText('9:00 AM')
  await expect(card(page, '12 ELM STREET')).toContainText('Saved on this computer')
  await expect(lastMove(page)).toContainText('12 ELM STREET moved to Otis Nash, Thu, 1/9, 9:00 AM')
  await lastMove(page).getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page, 'Ona Sutter, Tue, 1/7')).toContainText(['12 ELM STREET'])
  await expect(lastMove(page)).toHaveCount(0)
  // On the day of another visit at that time, which is told.
  await card(page, '12 ELM STREET').dragTo(cell(page, 'Otis Nash, Tue, 1/7'))
  await expect(lastMove(page)).toContainText('Conflict: 2 at 9:00 AM.')
  await expect(cell(page, 'Otis Nash, Tue, 1/7').getByText('Same time')).toHaveCount(2)
  expect(await atOffice(1)).toEqual({ who: 1, at: '2031-01-07T09:00' })
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(() => atOffice(1)).toEqual({ who: 2, at: '2031-01-07T09:00' })
})

test('II-04, II-06 by keys alone a card is picked up, carried over days and inspectors, given up and dropped', async () => {
  const page = await app.open(week)
  const grip = card(page, '9 MILL LANE').filter({ hasText: 'No day' }).getByRole('button')
  await grip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('9 MILL LANE is picked up.')).toBeAttached()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/^Ona Sutter, Fri, 1\/10: 0 of 6$/)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('9 MILL LANE stays where it was.')).toBeAttached()
  await page.keyboard.press('Space')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key)
  await expect(cell(page, 'Otis Nash, Thu, 1/9')).toHaveAttribute('data-target', 'true')
  await page.keyboard.press('Enter')
  await expect(cards(page, 'Otis Nash, Thu, 1/9')).toContainText(['9 MILL LANE'])
  // The focus goes with the card, and the first free half hour is its time.
  await expect(page.locator(':focus')).toHaveAccessibleName('9:00 AM, 9 MILL LANE: move')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator(':focus')).toHaveAccessibleName(/7 MILL LANE|12 ELM STREET/)
  // The card is shown at its new place before it is saved there; the word comes after.
  await expect(lastMove(page)).toContainText('9 MILL LANE moved to Otis Nash, Thu, 1/9')
  // Once it is sent, nothing waits.
  await expect(lastMove(page)).not.toContainText('waiting to send')
  await sendNow(app, page)
  await expect.poll(() => atOffice(5)).toEqual({ who: 2, at: '2031-01-09T09:00' })
})

test('on a phone the week is one day or one inspector, and a dialog moves cards; on paper each has a sheet', async () => {
  const page = await app.open(week)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Day', { exact: true }).selectOption({ label: 'Tue, 1/7' })
  await card(page, '7 MILL LANE').getByRole('button', { name: /move$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 7 MILL LANE' })
  await dialog.getByLabel('Day').fill('2020-01-06')
  await expect(dialog.getByText('Conflict: the day is past.')).toBeVisible()
  await dialog.getByLabel('Day').fill('')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog.getByText('Choose a day, or press Unschedule')).toBeVisible()
  await dialog.getByLabel('Inspector').selectOption({ label: 'Ona Sutter' })
  await dialog.getByLabel('Day').fill('2031-01-08')
  await dialog.getByLabel('Time').fill('13:15')
  await expectAccessible(page, 'the dialog that moves a card')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(lastMove(page)).toContainText('7 MILL LANE moved to Ona Sutter, Wed, 1/8, 1:15 PM')
  await page.getByRole('button', { name: 'By inspector' }).click()
  await expect(cards(page, 'Ona Sutter, Wed, 1/8')).toContainText(['7 MILL LANE'])
  await page.getByRole('button', { name: 'Unscheduled' }).click()
  const pile = page.getByRole('list', { name: 'Unscheduled inspections' })
  const first = pile.getByRole('button', { name: /move$/ }).first()
  const address = /(\d+ .*): move/.exec((await first.getAttribute('aria-label')) ?? '')?.[1]
  await first.click()
  const unplanned = page.getByRole('dialog', { name: /^Move / })
  await unplanned.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(unplanned.getByText('Choose a day or another inspector')).toBeVisible()
  await unplanned.getByLabel('Inspector').selectOption({ label: 'Otis Nash' })
  await unplanned.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(lastMove(page)).toContainText(`${address} assigned to Otis Nash`)
  await expectAccessible(page, 'the week on a phone')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('table', { name: 'Ona Sutter, Wed, 1/8' })).toContainText('1:15 PM')
  await expect(page.getByRole('heading', { level: 2, name: 'Otis Nash' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'What is shown' })).toBeHidden()
})

test('the headings count visits as cells do; a weekend with visits is ticked, and today is in sight', async () => {
  const at = (days: number) =>
    `to_char(date_trunc('week', now() at time zone 'America/New_York') + interval '${days} days', 'YYYY-MM-DD"T09:00"')`
  const planned = [5, 6].map((it) => `('Business License', 3, 2, ${at(it)}, 'Cancelled')`)
  const rows = `insert into inspections (source, address_id, inspector_id, scheduled_datetime, status) values ${planned}`
  await app.pool.query(rows)
  const page = await app.open('/week')
  await page.setViewportSize({ width: 1100, height: 800 })
  await page.reload()
  await expect(page.getByRole('columnheader', { name: /^Sat/ })).toContainText('0 visits')
  await expect(page.getByRole('columnheader', { name: /Today, / })).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByLabel('Weekend (has visits)')).toBeChecked()
  await expect(page.getByLabel('Weekend (has visits)')).toBeDisabled()
  expect(await page.evaluate(() => scrollX + scrollY)).toBe(0)
})

test('II-04 a card picked up by keys keeps its inspector when the office adds one above', async () => {
  await app.pool.query(`update inspections set inspector_id = 1, scheduled_datetime = '2031-01-07T09:00' where id = 1`)
  const page = await app.open(week)
  await expect(cards(page, 'Ona Sutter, Tue, 1/7')).toContainText(['12 ELM STREET'])
  await card(page, '12 ELM STREET').getByRole('button', { name: /move$/ }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Ona Sutter, Wed, 1/8')).toHaveAttribute('data-target', 'true')
  await app.pool.query(`insert into users (email, name, role) values ('abe@town.example', 'Abe Aaron', 1)`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('rowheader', { name: /Abe Aaron/ })).toBeVisible({ timeout: 15_000 })
  await expect(cell(page, 'Ona Sutter, Wed, 1/8')).toHaveAttribute('data-target', 'true')
  await page.keyboard.press('Enter')
  await expect(cards(page, 'Ona Sutter, Wed, 1/8')).toContainText(['12 ELM STREET'])
  // The card moves before the move is stored.
  await expect(lastMove(page)).toContainText('12 ELM STREET')
  await sendNow(app, page)
  await expect.poll(() => atOffice(1)).toEqual({ who: 1, at: '2031-01-08T09:00' })
})

test('II-06 the dialog names the inspector of a visit who no longer works here, and can take the visit away', async () => {
  await app.pool.query(`
    update users set active = false where id = 2;
    update inspections set inspector_id = 2, scheduled_datetime = null, status = 'open' where id = 3;
  `)
  // In this week the board has none of their visits.
  const page = await app.open('/week?week=2031-02-05')
  await page
    .getByRole('list', { name: 'Unscheduled inspections' })
    .getByRole('button', { name: /7 MILL LANE: move$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Move 7 MILL LANE' })
  await expect(dialog.getByLabel('Inspector')).toHaveValue('2')
  await dialog.getByLabel('Day').fill('2031-02-06')
  await expect(dialog.getByText('Conflict: the inspector no longer works here.')).toBeVisible()
  await dialog.getByLabel('Inspector').selectOption({ label: 'Nobody' })
  await dialog.getByLabel('Day').fill('')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(lastMove(page)).toContainText('7 MILL LANE assigned to Nobody')
  await sendNow(app, page)
  await expect.poll(() => atOffice(3)).toEqual({ who: null, at: null })
})
