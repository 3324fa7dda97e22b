import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into violations (address_id, user_id, status, deadline, extend, created_at, closed_at) values
      (1, 1, 1, '7 days', 5, now() - interval '60 days', now() - interval '20 days');
    insert into citations (violation_id, user_id, citationid, fine, deadline, status, created_at, updated_at)
      select max(id), 1, 'C-9', 200, '2031-01-01', 1, now() - interval '30 days', now() - interval '25 days' from violations;
  `)
})

test('the case file of a case older than the log has its extension, payment and abatement, and says so', async () => {
  const [violation] = await app.rows('select max(id) as id from violations')
  const page = await app.open(`/violation/${violation?.id}`)
  // The log has an entry now, of something else.
  await page.getByLabel('Comment', { exact: true }).fill('Asked for a receipt')
  await page.getByRole('button', { name: 'Add Comment' }).click()
  await expect.poll(async () => (await app.rows('select id from violation_comments')).length).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Case file' }).click()
  const lines = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  for (const words of ['Deadline extended by 5 days in all', 'Citation C-9 paid', 'Abated'])
    await expect(lines.filter({ hasText: words })).toContainText('The log that was read does not tell of it.')
  await expect(page.getByText('once the log has been read')).toBeHidden()
})
