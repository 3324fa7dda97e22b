import { expect } from '@playwright/test'
import { comment, field, form } from './comments.ts'
import { moveTo, openApp, refuse, section, test } from './open-app.ts'

// Desk only: the pages say the same on a phone.

const app = openApp('admin', (pool) =>
  pool.query(`
    update inspections set status = 'Completed';
    insert into violations (address_id, user_id, status, deadline, created_at) values (1, 1, 0, '7 days', now() - interval '20 days');
    insert into notice_services (violation_id, user_id, how, served_to, note, observed_at, created_at) values (1, 1, 'posted', '', '', now() - interval '9 days', now());
  `),
)

test('LS-01 a device that never fetched the lists does not say that nothing is due or planned', async () => {
  const page = await app.open('/about')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.signalOff()
  await moveTo(page, '/due-list')
  for (const part of ['Overdue', 'Today', 'Next six days', 'Licenses that end soon'])
    await expect(section(page, part)).toContainText('Not everything that may be due is on this device.')
  await moveTo(page, '/week')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch inspections')
  await expect(page.getByText('Everything is planned.')).toHaveCount(0)
  await moveTo(page, '/under-review')
  await expect(page.getByRole('heading', { name: 'Under Review', level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch inspections')
  await moveTo(page, '/address/1/follow-up')
  await expect(page.getByRole('main')).toContainText('Earlier violations are not on this device.')
  await expect(page.getByText('0 open violations')).toHaveCount(0)
  await app.signalOn()
  await page.reload()
  await expect(page.getByText('1 open violation')).toBeVisible()
  await moveTo(page, '/due-list')
  await expect(section(page, 'Overdue')).toContainText('13 days late')
  await expect(section(page, 'Today')).toContainText('Nothing is due today.')
})

test('LS-01 a notice is not called unserved by a device that does not know its records of service', async () => {
  app.town.tellsNoChanges = true
  const page = await app.open('/violations')
  await expect(page.getByRole('table', { name: 'Violations' }).getByRole('link').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.signalOff()
  await moveTo(page, '/violation/1')
  await expect(section(page, /^Service/)).toContainText('Earlier records of service are not on this device.')
  await expect(page.getByText('The notice has not been served yet.')).toHaveCount(0)
  await moveTo(page, '/violation/1/case-file')
  await expect(
    page.getByText(/^Comments, citations, records of service and the inspection or complaint are known in full once/),
  ).toBeVisible()
  await app.signalOn()
  await page.reload()
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('osted on the door')
  await expect(
    page.getByText(/^Comments, citations, records of service and the inspection or complaint are known in full once/),
  ).toHaveCount(0)
  app.town.faults.inject = refuse(/GET .*\/services/, 500, 'Out of order')
  await moveTo(page, '/violation/1')
  await expect(section(page, /^Service/)).toContainText('Served: posted on the door')
})

test('VD-11 a comment of one’s own does not hide that those of the office are not on this device', async () => {
  await app.pool.query(`
    insert into violation_comments (violation_id, user_id, content) values (1, 1, 'Seen by the neighbor'), (1, 1, 'Seen again');
    insert into violations (address_id, user_id, status, deadline) values (1, 1, 0, '7 days');
    insert into violation_comments (violation_id, user_id, content) select max(id), 1, 'Never opened here' from violations;
  `)
  const [{ id } = {}] = await app.rows('select max(id) as id from violations')
  const page = await app.open('/violations')
  await expect(page.getByRole('table', { name: 'Violations' }).getByRole('row')).toHaveCount(3)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.signalOff()
  await moveTo(page, `/violation/${id}`)
  const comments = section(page, /^Comments/)
  const note = comments.getByText('Earlier comments are not on this device. They come with signal.')
  await expect(note).toBeVisible()
  await field(page).fill('Written at the door')
  await form(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(comment(page, 'Written at the door')).toBeVisible()
  await expect(note).toBeVisible()
  await expect(comments.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible()
  await app.signalOn()
  await page.reload()
  await expect(comment(page, 'Never opened here')).toBeVisible()
  await expect(note).toHaveCount(0)
})

test('G-16 just fetched data is not called old by a device whose clock is an hour slow', async () => {
  app.town.aheadMs = 3_600_000
  try {
    const page = await app.open('/violations')
    const rows = page.getByRole('table', { name: 'Violations' }).getByRole('link')
    await expect(rows.first()).toBeVisible()
    await page.reload()
    await expect(rows.first()).toBeVisible()
    await expect(page.locator('[data-age]')).toHaveText('')
  } finally {
    app.town.aheadMs = 0
  }
})
