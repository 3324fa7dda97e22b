import { expect, type Page } from '@playwright/test'
import { openApp, refuse, section, signIn, test } from './open-app.ts'
import { people } from './town.ts'

// Desk only: what the panels say is the same on a phone.

const hourMs = 3_600_000
const long = `${'Water in the cellar. '.repeat(20)}end`
/** So many hours before now. */
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString()

const app = openApp('ons', async (pool) => {
  const [nameless] = (await pool.query<{ id: string }>('insert into addresses (combadd) values (null) returning id'))
    .rows
  const comment = (content: string, user: number | null, hours: number, address: number, unit: number | null = null) =>
    pool.query('insert into comments (content, user_id, created_at, address_id, unit_id) values ($1, $2, $3, $4, $5)', [
      ...[content, user, ago(hours), address, unit],
    ])
  await comment(long, 1, 1, 1, 1)
  await comment('From nobody', null, 2, Number(nameless?.id))
  await comment('From the office', 3, 3, 2)
  for (let n = 4; n <= 23; n += 1) await comment(`Comment ${n}`, 2, n, 2)
  await comment('My oldest', 1, 24, 2)
  const violation = (type: string, user: number, deadline: string, status = 0) =>
    pool.query(
      'insert into violations (address_id, user_id, violation_type, deadline, status, created_at) values (1, $1, $2, $3, $4, $5)',
      [user, type, deadline, status, ago(25)],
    )
  await violation('doorhanger', 1, '30 days')
  await violation('Formal Notice', 1, 'Immediate')
  await violation('formal_notice', 1, '3 days')
  await violation('doorhanger', 1, 'Immediate', 1)
  const inspection = (source: string, status: string | null, description: string | null, hours: number) =>
    pool.query(
      'insert into inspections (source, address_id, status, description, created_at) values ($1, 1, $2, $3, $4)',
      [...[source, status, description, ago(hours)]],
    )
  await inspection('Complaint', null, 'No heat since Sunday', 5)
  await inspection('Complaint', 'open', 'Barking dog', 6)
  await inspection('Complaint', 'Completed', 'Answered long ago', 7)
  for (let n = 1; n <= 9; n += 1) await inspection('Business License', null, null, 10 + n)
  const license = (number: string, paid: boolean, sent: boolean, hours: number) =>
    pool.query(
      'insert into licenses (license_type, license_number, address_id, paid, sent, created_at) values (2, $1, 1, $2, $3, $4)',
      [number, paid, sent, ago(hours)],
    )
  await license('L-1', true, true, 1)
  await license('L-2', false, false, 2)
  await license('L-3', true, false, 3)
})

const comments = (page: Page) => page.getByRole('list', { name: 'Recent Comments' }).getByRole('listitem')
const rowsOf = async (page: Page, name: string): Promise<string[][]> => {
  const rows = await page.getByRole('table', { name }).locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
}
/** Coming back to the window asks for newer answers, once the shown ones are a few seconds old. */
const askAgain = (page: Page, check: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await check()
  }).toPass()
const once = { timeout: 500 }
const open = async (page: Page, who: 'oas' | 'admin' | 'guest' | 'otherOns') => {
  await page.goto(`${app.town.url}/`)
  await signIn(page, who)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${people[who].name}`)
}

test('DB-02 DB-04 DB-12 every role sees greeting, week, comments and inspections; DB-29 DB-38 nothing reads so', async ({
  page,
}) => {
  await open(page, 'guest')
  await expect(section(page, 'This Week')).toContainText('0 last week')
  await expect(section(page, /^Pending Inspections/)).toContainText('There are no pending inspections.')
  await expect(section(page, /^Active Violations/)).toContainText('There are no active violations.')
  await expect(page.getByRole('group', { name: 'Create' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^New / })).toHaveCount(0)
  for (const title of ['Recent Activity', 'Admin Activity', 'Pending Complaints', 'Current Violations'])
    await expect(section(page, title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Recent Comments' }).click()
  await page.getByLabel('My comments').check()
  await expect(section(page, 'Recent Comments')).toContainText('No recent comments')
})

test('DB-03 DB-05 six buttons, and opening one form closes the others; DB-07 the two lists are side by side', async () => {
  const page = await app.open('/')
  const bar = page.getByRole('group', { name: 'Create' })
  await expect(bar.getByRole('button')).toHaveText([
    'New Violation',
    'New Complaint',
    'New Multifamily License',
    'New Single Family License',
    'New Building Permit',
    'New Business License',
  ])
  const titles = [
    'New Violation',
    'New Complaint',
    'Create New Multifamily License',
    'Create New Single Family License',
    'Create New Building/Dumpster/POD Permit',
    'New Business License',
  ]
  for (const [at, title] of titles.entries()) {
    await bar.getByRole('button').nth(at).click()
    await expect(page.getByRole('form')).toHaveCount(1)
    await expect(page.getByRole('form', { name: title })).toBeVisible()
    await expect(bar.locator('[aria-expanded=true]')).toHaveCount(1)
  }
  // The open form is in the address: a reload keeps it, and a second press closes it.
  await page.reload()
  await expect(page.getByRole('form', { name: 'New Business License' })).toBeVisible()
  await bar.getByRole('button', { name: 'New Business License' }).click()
  await expect(page.getByRole('form')).toHaveCount(0)

  const pending = await section(page, /^Pending Inspections/).boundingBox()
  const active = await section(page, /^Active Violations/).boundingBox()
  expect(active?.y).toBe(pending?.y)
  expect(active?.x).toBeGreaterThan((pending?.x ?? 0) + (pending?.width ?? 0))
})

test('DB-35 DB-36 Violation Type, Deadline Status and Address, each leading where it says; DB-37 by deadline', async () => {
  const page = await app.open('/')
  const table = page.getByRole('table', { name: 'Active Violations' })
  await expect(table.locator('thead th')).toHaveText(['Violation Type', 'Deadline Status', 'Address'])
  await expect
    .poll(async () =>
      (await rowsOf(page, 'Active Violations')).map(([type, badge]) => [type, badge?.replace(/\S+\s+/, '')]),
    )
    .toEqual([
      ['Formal Notice', 'Past Due'],
      ['Formal Notice', 'Approaching'],
      ['Doorhanger', 'Plenty of Time'],
    ])
  const last = table.locator('tbody tr').nth(2)
  await expect(last.getByRole('link', { name: 'Doorhanger' })).toHaveAttribute('href', '/violation/1')
  await expect(last.getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', '/address/1')
})

test('DB-19 DB-20 DB-21 DB-22 recent comments are asked for once, newest first, ten each; DB-23..DB-27 what each shows', async () => {
  const page = await app.open('/')
  await expect(section(page, /^Active Violations/)).toBeVisible()
  const asked = () => app.town.calls.filter((it) => it === 'GET /api/comments/').length
  const before = asked()
  await expect(comments(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Recent Comments' }).click()
  await expect(comments(page)).toHaveCount(10)
  expect(asked()).toBe(before + 1)
  await page.getByRole('button', { name: 'Hide Recent Comments' }).click()
  await expect(comments(page).first()).toBeHidden()
  await page.getByRole('button', { name: 'Show Recent Comments' }).click()
  await expect(comments(page).first()).toBeVisible()
  expect(asked()).toBe(before + 1)

  const first = comments(page).first()
  await expect(first).toContainText(people.ons.name)
  await expect(first.getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', '/address/1')
  await expect(first.getByRole('link', { name: 'Unit 1A' })).toHaveAttribute('href', '/address/1/unit/1')
  await expect(first.locator('p').last()).toHaveText(`${long.slice(0, 280).trimEnd()}…`)
  await expect(comments(page).nth(1)).toContainText('Unknown user')
  await expect(comments(page).nth(1).getByRole('link')).toHaveText('Address #3')
  await expect(comments(page).nth(2)).toContainText(people.oas.name)
  await expect(comments(page).nth(9)).toContainText('Comment 10')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(comments(page)).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(comments(page)).toHaveCount(24)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await page.getByLabel('My comments').check()
  await expect(comments(page)).toHaveCount(2)
  await expect(comments(page).nth(1)).toContainText('My oldest')
  await expect(page.getByLabel('Comments by')).toHaveCount(0)

  // What was fetched once is shown without signal, with its age.
  await app.signalOff()
  await page.reload()
  await page.getByRole('button', { name: 'Show Recent Comments' }).click()
  await expect(comments(page)).toHaveCount(2)
  await expect(section(page, 'Recent Comments')).toContainText(/As of \d/)
  await askAgain(page, () => expect(section(page, 'This Week')).toContainText(/As of .* No signal/, once))
})

test('DB-06 DB-39 DB-40 an inspector’s activity is five cards of at most 8 that lead on; DB-42 empty and loading', async () => {
  app.town.faults.inject = (call) => (/dash\/recent/.test(call.path) ? { kind: 'delay', ms: 1500 } : undefined)
  const page = await app.open('/')
  await page.getByRole('button', { name: 'Show Recent Activity' }).click()
  await expect(section(page, 'Recent Activity')).toContainText('Loading recent activity…')
  app.town.faults.inject = () => undefined
  const card = (kind: string) => page.getByRole('region', { name: `Recent ${kind}` })
  for (const kind of ['inspections', 'licenses', 'violations', 'permits', 'complaints'])
    await expect(card(kind).getByRole('link', { name: 'View all' })).toHaveAttribute('href', `/${kind}`)
  await expect(card('inspections').getByRole('listitem')).toHaveCount(8)
  await expect(card('permits')).toContainText('No recent permits.')
  await expect(card('complaints').getByRole('link', { name: 'Barking dog' })).toHaveAttribute(
    'href',
    /^\/complaint\/\d+$/,
  )
  await expect(card('licenses').getByRole('link').nth(1)).toHaveAttribute('href', /^\/license\/\d+$/)
  await expect(card('violations').getByRole('link').nth(1)).toHaveAttribute('href', /^\/violation\/\d+$/)
  await expect(card('inspections').getByRole('link').nth(1)).toHaveAttribute('href', /^\/inspection\/\d+$/)
  await expect(card('complaints').getByRole('listitem')).toHaveCount(3)
  await app.pool.query("insert into permits (permit_type, inspection_id) values ('POD', 1)")
  const permit = card('permits').getByRole('link', { name: 'POD' })
  await askAgain(page, () => expect(permit).toHaveAttribute('href', /^\/permit\/\d+$/, once))
})

test('DB-08 DB-43..DB-47 the office’s overview: pending complaints, current violations, licenses needing action', async ({
  page,
}) => {
  await open(page, 'oas')
  const all = (title: string) => section(page, title).getByRole('link', { name: 'View all' })
  await expect(all('Pending Complaints')).toHaveAttribute('href', '/complaints')
  await expect(all('Current Violations')).toHaveAttribute('href', '/violations')
  await expect(all('Licenses Needing Action')).toHaveAttribute('href', '/licenses')
  const titles = (name: string) => page.getByRole('table', { name }).locator('thead th')
  await expect(titles('Pending Complaints')).toHaveText(['Complaint', 'Status', 'Address', 'Created'])
  await expect(titles('Current Violations')).toHaveText(['Violation', 'Address', 'Deadline', 'Updated'])
  await expect(titles('Licenses Needing Action')).toHaveText(['License', 'Address', 'Status', 'Created'])
  expect((await rowsOf(page, 'Pending Complaints')).map((it) => it.slice(0, 3))).toEqual([
    ['No heat since Sunday', 'Pending', '12 ELM STREET'],
    ['Barking dog', 'Pending', '12 ELM STREET'],
  ])
  await expect(page.getByRole('table', { name: 'Current Violations' }).locator('tbody tr')).toHaveCount(3)
  expect(
    (await rowsOf(page, 'Licenses Needing Action')).map((it) =>
      it.slice(0, 3).map((text) => text.replace(/\s+/g, ' ')),
    ),
  ).toEqual([
    ['Single Family License L-2', '12 ELM STREET', 'Payment Due Not Sent'],
    ['Single Family License L-3', '12 ELM STREET', 'Paid Not Sent'],
  ])
  await expect(page.getByRole('link', { name: 'Single Family License L-2' })).toHaveAttribute('href', '/license/2')
})

test('DB-49 an office with nothing to do reads so in each table', async ({ page }) => {
  await app.pool.query("update inspections set status = 'Completed' where source = 'Complaint'")
  await app.pool.query('update violations set status = 1')
  await app.pool.query('update licenses set paid = true, sent = true')
  await open(page, 'oas')
  await expect(section(page, 'Pending Complaints')).toContainText('There are no pending complaints.')
  await expect(section(page, 'Current Violations')).toContainText('There are no active violations.')
  await expect(section(page, 'Licenses Needing Action')).toContainText('No licenses require follow-up.')
})

test('DB-09 DB-10 DB-11 DB-28 Admin: the team’s week, recent activity at once, Admin Activity on demand, comments by user', async ({
  page,
}) => {
  await open(page, 'admin')
  await expect(section(page, 'This Week (ONS team totals)')).toContainText(/\d+ team last week/)
  const recent = section(page, 'Recent Activity')
  await expect(recent.getByRole('region', { name: 'Recent inspections' }).getByRole('listitem')).toHaveCount(8)
  const admin = section(page, 'Admin Activity')
  await expect(admin.getByRole('region')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Admin Activity' }).click()
  await expect(admin.getByRole('region', { name: 'Recent inspections' }).getByRole('listitem')).toHaveCount(5)
  await page.getByRole('button', { name: 'Hide Admin Activity' }).click()
  await expect(admin.getByRole('region')).toHaveCount(0)
  await expect(comments(page)).toHaveCount(10)
  const by = page.getByLabel('Comments by')
  await expect(by.getByRole('option')).toHaveText(['All users', people.oas.name, people.ons.name, people.otherOns.name])
  await by.selectOption(people.ons.name)
  await expect(comments(page)).toHaveCount(2)
})

test('DB-13..DB-16 each figure with its change against last week, N/A when that was 0', async () => {
  const week = 7 * 24
  await app.pool.query(
    `insert into inspections (source, address_id, inspector_id, status, created_at, updated_at)
     select 'Complaint', 1, 1, 'Completed', $1, $1 from generate_series(1, 2)`,
    [ago(week)],
  )
  await app.pool.query("update inspections set inspector_id = 1 where source = 'Complaint' and inspector_id is null")
  // Yesterday's findings belong to last week if today is the first day of a week.
  await app.pool.query('update violations set created_at = now()')
  const page = await app.open('/')
  const figure = (title: string) => section(page, 'This Week').locator('dl > div', { hasText: title })
  await expect(figure('Violations').locator('[data-direction=none]')).toContainText('N/A')
  const { rows } = await app.pool.query<{ now: number; before: number }>(
    `select count(*) filter (where updated_at > now() - interval '5 hours')::int as now,
            count(*) filter (where updated_at < now() - interval '6 days')::int as before
     from inspections where inspector_id = 1 and lower(status) in ('completed', 'satisfactory')`,
  )
  const { now = 0, before = 0 } = rows[0] ?? {}
  expect(before).toBe(2)
  const change = Math.abs(((now - before) / before) * 100).toFixed(2)
  await expect(figure('Inspections').locator('dd').first()).toHaveText(String(now))
  await expect(figure('Inspections').locator('.change')).toContainText(`${change}%`)
  await expect(figure('Inspections')).toContainText('2 last week')
})

test('DB-18 DB-30 DB-50 failures in the words of each panel, where this device holds nothing', async ({ browser }) => {
  const calls = /GET .*\/(counts|dash|comments)/
  const cut = (call: { method: string; path: string }) =>
    calls.test(`${call.method} ${call.path}`) ? ({ kind: 'loseAnswer' } as const) : undefined
  const error = (page: Page, title: string | RegExp, words: string, options = {}) =>
    expect(section(page, title).getByRole('alert')).toContainText(`Error: ${words}`, options)
  const failing = async (who: 'oas' | 'admin') => {
    const context = await browser.newContext()
    const page = await context.newPage()
    app.town.faults.inject = cut
    await open(page, who)
    return page
  }
  // First no answer at all, then one that says no.
  let page = await failing('admin')
  await error(page, 'Recent Activity', 'Unable to load recent activity')
  await error(page, 'Recent Comments', 'Error loading recent comments')
  app.town.faults.inject = refuse(calls, 500, 'Out of order')
  await askAgain(page, () => error(page, 'Recent Activity', 'Failed to fetch recent activity', once))
  await error(page, 'Recent Comments', 'Failed to fetch comments')
  await error(page, /^This Week/, 'Failed to fetch weekly stats')
  await expect(section(page, /^This Week/).locator('dl')).toHaveCount(0)
  await error(page, /^Pending Inspections/, 'Failed to fetch pending inspections')
  await error(page, /^Active Violations/, 'Failed to fetch active violations')
  await page.context().close()
  page = await failing('oas')
  await error(page, 'OAS Overview', 'Unable to load OAS overview')
  app.town.faults.inject = refuse(calls, 500, 'Out of order')
  await askAgain(page, () => error(page, 'OAS Overview', 'Failed to load OAS overview data', once))
  await page.context().close()
})
