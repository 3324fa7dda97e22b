import { Buffer } from 'node:buffer'
import { expect, type Page } from '@playwright/test'
import { installed, moveTo, openApp, refuse, signIn, test } from './open-app.ts'
import { printedMap } from './printed-map.ts'
import { onDevice } from './story.ts'
import { stretchTimers } from './timers.ts'

// Desk only: office work, and what a screen says before the office has told it anything.

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into violations (address_id, user_id, status, description) values (1, 1, 0, 'Tall weeds'), (2, 2, 0, 'Roof');
  `),
)

const long = 'x'.repeat(300)
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without the passwords?' })
const stay = (page: Page) => leaving(page).getByRole('button', { name: 'Stay' }).click()

/** Chooses a file with one new user. */
async function chooseUser(page: Page, name: string): Promise<void> {
  const buffer = Buffer.from(`name,email,role\n${name},${name}@town.example,ons\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('button', { name: 'Add 1 user' })).toBeVisible()
}

test('X100 X101 first passwords are not lost by leaving: during the call, after a lost answer, nor from the slips', async () => {
  const page = await app.open('/users/from-file')
  const users = page.getByRole('main').getByRole('link', { name: 'Users', exact: true })
  const add = page.getByRole('main').getByRole('button', { name: /^Add/ })
  await chooseUser(page, 'ann')
  app.town.faults.inject = ({ path }) => (/users\/import$/.test(path) ? { kind: 'delay', ms: 2_000 } : undefined)
  await add.click()
  await expect(add).toHaveText('Adding...')
  await users.click()
  await stay(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in slips')
  await users.click()
  await leaving(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')

  await page.getByRole('button', { name: 'Add from a file' }).click()
  await chooseUser(page, 'ben')
  app.town.faults.inject = ({ path }) => (/users\/import$/.test(path) ? { kind: 'loseAnswer' } : undefined)
  await add.click()
  await expect(page.getByRole('alert')).toContainText('The users may have been added')
  await page.goBack()
  await stay(page)
  await expect(page).toHaveURL(/from-file/)
  app.town.faults.inject = () => undefined
  await add.click()
  await expect(page.getByRole('list', { name: 'Sign-in slips' })).toContainText('ben@town.example')
  expect(await app.rows("select count(*)::int as n from users where email = 'ben@town.example'")).toEqual([{ n: 1 }])
  const asked = page.waitForEvent('dialog')
  void page.evaluate(() => location.reload()).catch(() => undefined)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(page.getByRole('list', { name: 'Sign-in slips' })).toContainText('ben@town.example')
})

test('US-05 a name that is too long is said at its field, and the server is not blamed', async () => {
  const page = await app.open('/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = page.getByRole('form', { name: 'Add User' })
  await form.getByLabel('Email').fill('long@town.example')
  await form.getByLabel('Name').fill(long)
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(form.getByText('Too long: 300 characters, at most 255 can be kept')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('The server of this town cannot')).toHaveCount(0)
})

/** How many texts of prompts the device keeps; forms of earlier tests may have left drafts of their own. */
const promptDrafts = async (page: Page) =>
  (await onDevice<{ form: string }>(page, 'drafts', 4)).filter(({ form }) => form.startsWith('prompt')).length

test('RM-09 words typed at the moment when another tab deletes their prompt do not come back as a draft', async () => {
  const id = await app.put("insert into rooms (name) values ('Landing') returning id")
  await app.pool.query("insert into prompts (content, room_id) values ('Stairs', $1), ('Light', $1)", [id])
  const page = await app.open(`/rooms/${id}`)
  // The words wait to be stored and sent until the row has gone.
  await stretchTimers(page, 1_000, 300)
  await page.reload()
  const field = page.getByLabel('Prompt 2', { exact: true })
  await expect(field).toHaveValue('Light')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Delete prompt 2' }).click()
  const sure = other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  await expect(sure).toBeVisible()
  await field.fill('Light is bright')
  const sent = page.waitForResponse((it) => it.request().method() === 'PUT' && it.url().includes('/prompts/'))
  await sure.click()
  await expect(field).toHaveCount(0)
  expect((await sent).status()).toBe(404)
  await expect.poll(() => promptDrafts(page)).toBe(0)
})

test('RM-06 RM-09 what was typed about a deleted prompt or room does not stay on the device', async () => {
  const id = await app.put("insert into rooms (name) values ('Attic') returning id")
  await app.pool.query("insert into prompts (content, room_id) values ('Stairs', $1), ('Light', $1)", [id])
  const page = await app.open(`/rooms/${id}`)
  const drafts = () => promptDrafts(page)
  await page.getByLabel('New prompt').fill('Half typed')
  await expect.poll(drafts).toBe(1)
  app.town.faults.inject = refuse(/PUT .*prompts/, 500, 'Out of order')
  for (const n of [1, 2]) await page.getByLabel(`Prompt ${n}`, { exact: true }).fill(`Other words ${n}`)
  await expect(page.getByText('Not saved')).toHaveCount(2)
  await expect.poll(drafts).toBe(3)
  await page.getByRole('button', { name: 'Delete prompt 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Prompt 2', { exact: true })).toHaveCount(0)
  await expect.poll(drafts).toBe(2)
  await page.getByRole('button', { name: 'Delete Room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Room' }).click()
  await expect(page).toHaveURL(/\/rooms$/)
  await expect.poll(drafts).toBe(0)
})

test('a call from abroad is noted with its number, and an email is not taken for a name', async () => {
  await app.pool.query("insert into contacts (name, phone) values ('Bob Abroad', '+44 20 7946 0018 22')")
  const page = await app.open('/complaint-by-phone')
  const caller = page.getByRole('combobox', { name: 'Caller' })
  const save = page.getByRole('button', { name: 'Add to the violation' })
  const address = page.locator('main').getByRole('combobox', { name: 'Address', exact: true })
  const aboutWeeds = async (words: string) => {
    await address.fill('12 elm')
    await page.getByRole('option', { name: '12 ELM STREET' }).click()
    await page.getByLabel(/: Tall weeds/).check()
    await page.getByLabel('What does the caller say?').fill(words)
  }
  await caller.fill('Bob Abroad')
  await page.getByRole('option', { name: 'Bob Abroad, +44 20 7946 0018 22' }).click()
  await aboutWeeds('Still there')
  await save.click()
  await expect(page.getByText('Added to the violation.')).toBeVisible()
  await expect
    .poll(async () => (await app.rows('select content from violation_comments')).at(-1)?.content)
    .toMatch(/from Bob Abroad, \+44 20 7946 0018 22: Still there/)

  await caller.fill('eve@home')
  await aboutWeeds('And rats')
  await page.getByLabel('Name of the new caller').fill(long)
  await save.click()
  await expect(page.getByText('Too long: 300 characters, at most 255 can be kept')).toBeVisible()
  await page.getByLabel('Name of the new caller').fill('Eve Writer')
  await save.click()
  await expect(page.getByText('Enter a valid email address')).toBeVisible()
  await caller.fill('eve@home.example')
  await save.click()
  await expect
    .poll(() => app.rows("select name, email, phone from contacts where name like '%ve%'"))
    .toEqual([{ name: 'Eve Writer', email: 'eve@home.example', phone: null }])
})

test('ST-06 the map and the Due List do not say 0 where the office has never told anything', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  app.town.faults.inject = refuse(/GET .*(violations|inspections|complaints|citations|licenses|changes)/, 503, 'Later')
  await page.goto(app.town.url)
  await signIn(page, 'oas')
  await installed(page)
  await page.reload()
  await expect(page.locator('main#main')).toBeVisible()
  await app.signalOff()
  await moveTo(page, '/map')
  const kinds = page.getByRole('group', { name: 'Shown on the map' })
  await expect(page.getByText('Earlier inspections, violations, complaints are not on this device.')).toBeVisible()
  await expect(kinds.getByRole('button')).toHaveText(['Inspections', 'Violations', 'Complaints'])
  await expect(page.getByText('Nothing on this device matches; the office may have more.')).toBeVisible()
  await moveTo(page, '/due-list')
  const late = page.getByRole('region', { name: 'Overdue' })
  await expect(late).toContainText('Not everything that may be due is on this device. It comes with signal.')
  await expect(late.getByRole('heading')).toHaveText('Overdue')
  await page.context().close()
})

test('without an address book the map says which records it lacks, and why, on screen and on paper', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  app.town.faults.inject = refuse(/GET .*addresses/, 503, 'Later')
  await page.goto(app.town.url)
  await signIn(page, 'oas')
  await moveTo(page, '/map?hide=stop,complaint')
  await expect(page.getByText('The streets, and where these records are, come with the address book')).toBeVisible()
  const printed = printedMap(page)
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await printed).toContain('2 of them not on the map: the address book is not on this device')
  await page.context().close()
})

test('the list of the map’s records has the map’s words and days', async () => {
  const page = await app.open('/map?status=violation-0&text=weeds&from=2026-01-01')
  await expect(page.getByText('1 shown of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Show as a list' }).click()
  await expect(page.getByLabel('Search all columns')).toHaveValue('weeds')
  await expect(page.getByLabel('Created from')).toHaveValue('2026-01-01')
  await expect(page.getByRole('table', { name: 'Violations' }).locator('tbody tr')).toHaveCount(1)
})
