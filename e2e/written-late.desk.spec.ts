import { expect } from '@playwright/test'
import { thread } from './comments.ts'
import { openApp, section, test } from './open-app.ts'

// Desk only: the texts are the same on a phone.

/** Written on 2 March without signal, and at the office on the 5th; others wrote on the 3rd. */
const app = openApp('admin', (pool) =>
  pool.query(`
    insert into inspections (source, address_id, description, observed_at, created_at)
      values ('Complaint', 1, 'Loud dog at night', '2026-03-02T15:00Z', '2026-03-05T15:00Z');
    insert into violations (address_id, user_id, status, description, observed_at, created_at)
      values (1, 1, 0, 'Tall weeds', '2026-03-02T15:00Z', '2026-03-05T15:00Z');
    insert into violation_comments (violation_id, user_id, content, observed_at, created_at)
      values (1, 1, 'Told the owner', '2026-03-02T15:00Z', '2026-03-05T15:00Z'),
        (1, 3, 'Owner called', null, '2026-03-03T15:00Z');
    insert into comments (address_id, user_id, content, observed_at, created_at)
      select 1, 1, 'Further call about complaint #' || id || ': It barks', '2026-03-02T15:00Z', '2026-03-05T15:00Z'
      from inspections;
    insert into comments (address_id, user_id, content, observed_at, created_at)
      select 1, 3, 'Further call about complaint #' || id || ': It howls', null, '2026-03-03T15:00Z' from inspections;
  `),
)

test('G-18 AD-18 VD-11 comments show when they were written, and the last written is first', async () => {
  const page = await app.open('/address/1')
  await expect(thread(page)).toContainText([
    /March 3, 2026 at 10:00 AM.*It howls/s,
    /March 2, 2026 at 10:00 AM.*It barks/s,
  ])
  await page.goto(`${app.town.url}/violation/1`)
  await expect(thread(page)).toContainText([
    /March 3, 2026 at 10:00 AM.*Owner called/s,
    /March 2, 2026 at 10:00 AM.*Told the owner/s,
  ])
})

test('G-18 CP-05 further calls, open matters and the follow-up say the day of writing, not of arrival', async () => {
  const [complaint] = await app.rows('select id from inspections')
  const page = await app.open(`/complaint/${complaint?.id}`)
  await expect(page.getByRole('region', { name: 'Further calls' }).getByRole('paragraph')).toHaveText([
    '3/3/2026, 10:00 AM It howls',
    '3/2/2026, 10:00 AM It barks',
  ])
  await page.goto(`${app.town.url}/address/1`)
  await page.getByRole('link', { name: 'Follow up' }).click()
  await expect(page.getByRole('article')).toContainText('3/3/2026: Owner called')

  await page.goto(`${app.town.url}/complaint-by-phone`)
  await page.locator('main').getByRole('combobox', { name: 'Address', exact: true }).fill('12 elm')
  await page.getByRole('option', { name: '12 ELM STREET' }).click()
  const about = page.getByRole('group', { name: 'What is the call about?' })
  await expect(about).toContainText('Since 3/2/2026')
  await expect(about).toContainText('Violation since 3/2/2026')
})

test('G-18 DB-21 recent comments are in the order of arrival, so none is missed; each says when it was written', async () => {
  const page = await app.open('/')
  await expect(page.getByRole('list', { name: 'Recent Comments' }).getByRole('listitem')).toContainText([
    /3\/2\/2026, 10:00 AM.*It barks/s,
    /3\/3\/2026, 10:00 AM.*It howls/s,
  ])
  await expect(section(page, 'Recent Comments')).not.toContainText('3/5/2026')
})
