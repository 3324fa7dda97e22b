import AxeBuilder from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { openApp, signIn, test } from './open-app.ts'

const app = openApp('admin', async (pool) => {
  const beat = (user: number, device: string, said: object) =>
    pool.query('insert into device_heartbeats values ($1, $2, $3, now())', [user, device, JSON.stringify(said)])
  const quiet = { waiting: 0, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '0.1.0' }
  await beat(1, 'Android phone 3F2A', {
    ...quiet,
    ...{ waiting: 7, needsYou: 1, photosWaiting: 3, oldestAt: '2026-11-20T13:00:00.000Z' },
  })
  await beat(2, 'iPhone 77C1', quiet)
  await pool.query(`
    insert into rooms (name) values ('Attic');
    insert into audit_log (user_id, call, path, received_at, status, record_type, record_id, body, device, observed_at)
      select 1, 'B92', '/api/areas/1/observations', now() - n * interval '1 minute', 201, 'observation', n,
        json_build_object('content', 'Loose tread ' || n), 'Android phone 3F2A', now() - n * interval '2 minutes' from generate_series(1, 60) n;
    insert into audit_log (user_id, call, path, received_at, status, record_type, record_id, body)
      values (4, 'B98', '/api/rooms/', now(), 200, 'room', 1, '{"name":"Attic"}');
  `)
})

test('X3 X8 the office sees each phone’s unsent work, oldest first, and this phone’s too', async ({ isMobile }) => {
  const page = await app.open('/phones')
  await expect(page.getByRole('heading', { name: 'Phones', level: 1 })).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toContainText('Ona Sutter')
  await expect(rows.first()).toContainText('8 entries, 3 photos')
  await expect(rows.first()).toContainText('1 stuck')
  await expect(page.getByText('iPhone 77C1')).toBeVisible()
  // The browser of this test has told of itself; an open list asks again when somebody comes back to it.
  await expect
    .poll(async () => (await app.rows("select 1 from device_heartbeats where body ->> 'version' = '0.1.0'")).length)
    .toBeGreaterThan(2)
  await page.getByLabel('Only phones with unsent work').check()
  await expect(rows).toHaveCount(1)
  if (isMobile) expect((await rows.first().boundingBox())?.width ?? 999).toBeLessThanOrEqual(390)
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
})

test('X9 G-15 the Admin reads the log of every change: narrowed to a person, a kind, a record; older parts one tap away', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/audit')
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toContainText('Added room 1')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(rows).toHaveCount(11)
  await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled()
  await page.getByLabel('Person').selectOption({ label: 'Ada Minter' })
  await expect(rows).toHaveCount(1)
  await page.getByLabel('Person').selectOption({ label: 'Everybody' })
  await page.getByLabel('Kind').selectOption({ label: 'observation' })
  await page.getByLabel('Number').fill('7')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Added observation 7')
  await page.getByText('What was sent').click()
  await expect(page.getByText('content: Loose tread 7')).toBeVisible()
  await page.getByLabel('Number').fill('999')
  await expect(page.getByText('No changes match.')).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
})

test('X9 a wrong value in the URL of the log counts as none', { tag: '@desk' }, async () => {
  const page = await app.open('/audit?person=abc&kind=spaceship&part=1e309')
  await expect(page.locator('tbody tr')).toHaveCount(50)
  await expect(page.getByLabel('Person')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Newer' })).toBeDisabled()
})

test('X8 X9 without signal both say so, or show the last state; a failure is reported', { tag: '@phone' }, async () => {
  await app.open('/phones').then(async (page) => {
    await expect(page.getByText('iPhone 77C1')).toBeVisible()
    await page.close()
  })
  app.town.faults.inject = ({ path }) =>
    path.endsWith('/audit') ? { kind: 'failBefore', status: 503, detail: 'x' } : undefined
  const log = await app.open('/audit?person=2')
  await expect(log.getByText('Failed to load the log. The server is not answering.')).toBeVisible()
  await app.signalOff()
  const page = await app.open('/phones')
  await expect(page.getByText('iPhone 77C1')).toBeVisible()
  await expect(page.getByText('No signal').first()).toBeVisible()
})

test('X8 X9 an inspector is shown neither, and the server refuses both', { tag: '@phone' }, async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  for (const [path, words] of [
    ['/phones', 'Only office staff can see what phones hold.'],
    ['/audit', 'Only an Admin can see the log.'],
  ] as const) {
    await page.goto(app.town.url + path)
    await expect(page.getByText(words)).toBeVisible()
  }
  await context.close()
})
