import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, test } from './open-app.ts'

/** Noon in the town so many days ago: at any hour, and with a change to winter time between, as many days apart. */
const ago = (days: number) => `((current_date - ${days}) + time '17:00') at time zone 'UTC'`

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into contacts (name) values ('Ann Reed');
    insert into inspections (source, address_id, inspector_id, status, description, contact_id, created_at, updated_at)
      select 'Complaint', 1, 1, 'Unsatisfactory', 'Weeds as high as a man', max(id), ${ago(30)}, ${ago(28)}
      from contacts;
    insert into violations (address_id, user_id, status, deadline, description, inspection_id, created_at)
      select 1, 1, 0, '7 days', 'Tall weeds', max(id), ${ago(28)} from inspections;
    insert into citations (violation_id, user_id, citationid, fine, deadline, status, created_at)
      select max(id), 1, 'C-9', 200, '2031-01-01', 0, ${ago(3)} from violations;
  `)
})

test('a case file tells everything from the complaint to its end, by kind, on paper, and without signal', {
  tag: '@desk',
}, async () => {
  const [violation] = await app.rows('select max(id) as id from violations')
  const page = await app.open(`/violation/${violation?.id}`)
  await page.getByLabel('Days to add').fill('9')
  await page.getByRole('button', { name: 'Extend Deadline', exact: true }).click()
  await expect.poll(async () => (await app.rows('select id from violations where extend = 9')).length).toBe(1)
  await page.getByRole('button', { name: 'Mark as Abated' }).click()
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: 'Mark as Abated' })
    .click()
  await expect.poll(async () => (await app.rows('select id from violations where status = 1')).length).toBe(1)
  await page.getByRole('link', { name: 'Case file' }).click()
  const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(lines).toHaveCount(6)
  await expect(lines.nth(0)).toContainText('Complaint by Ann Reed')
  await expect(lines.nth(1)).toContainText('Inspection: Unsatisfactory')
  await expect(lines.nth(1)).toContainText('2 days later')
  await expect(lines.nth(2)).toContainText('Violation: Doorhanger')
  await expect(lines.nth(3)).toContainText('Citation C-9')
  await expect(lines.nth(3)).toContainText('25 days later')
  await expect(lines.nth(4)).toContainText('Deadline extended by 9 days in all')
  await expect(lines.nth(5)).toContainText('Abated')
  await expectAccessible(page, 'a case file')
  await page.getByRole('button', { name: 'Extension 1' }).click()
  await expect(lines).toHaveCount(1)
  await expect(page).toHaveURL(/only=extension/)
  // Paper has all kinds: nobody who reads it can see what was chosen on the screen.
  const print = (event: string) => page.evaluate((it) => window.dispatchEvent(new Event(it)), event)
  await print('beforeprint')
  await expect(lines).toHaveCount(6)
  await print('afterprint')
  await expect(lines).toHaveCount(1)
  await app.signalOff()
  await page.reload()
  await expect(lines).toHaveCount(1)
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(lines).toHaveCount(6)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Extension 1' })).toBeHidden()
  await expect(lines.last()).toBeVisible()
})

test('a case file includes the comments of the office, and without signal also the one just made here', {
  tag: '@phone',
}, async () => {
  const [violation] = await app.rows(
    `insert into violations (address_id, user_id, status, deadline, created_at) values (1, 1, 0, '7 days', ${ago(9)}) returning id`,
  )
  await app.rows(
    `insert into violation_comments (violation_id, user_id, content) values (${violation?.id}, 1, 'Owner asks for a week') returning id`,
  )
  const page = await app.open(`/violation/${violation?.id}`)
  await expect(page.getByText('Owner asks for a week')).toBeVisible()
  await page.getByRole('link', { name: 'Case file' }).click()
  const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Owner asks for a week' })).toHaveCount(1)
  await app.signalOff()
  await page.goBack()
  await page.getByLabel('Comment', { exact: true }).fill('Nobody at home')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Nobody at home' })).toBeVisible()
  await page.getByRole('link', { name: 'Case file' }).click()
  for (const text of ['Owner asks for a week', 'Nobody at home'])
    await expect(lines.filter({ hasText: text })).toHaveCount(1)
})
