import { Buffer } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { demoSeal } from '../src/server/demo/demo-seal.ts'
import { expectAccessible } from './axe.ts'
import { holdCalls, moveTo, news, openApp, refuse, signIn, test } from './open-app.ts'
import { typedIsKept } from './story.ts'

// Desk only: office work of the Admin.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into codes (chapter, section, name, description) values
      ('90', '1.0', 'Tall grass', 'Grass over 12 inches.'), ('90', '2.0', 'Trash', 'Kept in closed bins.')`)
  await pool.query(`
    insert into audit_log (user_id, call, path, received_at, status, record_type, record_id)
      values (1, 'B83', '/api/inspections/12/assignee', now(), 200, 'inspection', 12)`)
})

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Chooses a file as the button does. */
const choose = (page: Page, file: ReturnType<typeof csv>, words = /^Choose a(nother)? file$/) =>
  page.locator('input[type=file]').and(page.getByLabel(words)).setInputFiles(file)

test('X100 X101 users from a file: seen first, then all are added, and each gets a slip with a first password', async ({
  browser,
}) => {
  const page = await app.open('/users')
  await page.getByRole('button', { name: 'Show What each role may do' }).click()
  await expect(
    page.getByRole('region', { name: 'Roles' }).getByRole('row', { name: /Read the log of changes/ }),
  ).toContainText('Yes')
  await page.getByRole('button', { name: 'Add from a file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add users from a file')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Template' }).click()
  expect(await readFile(await (await template).path(), 'utf8')).toContain('name,email,role,phone')
  await choose(page, csv('users.xlsx', 'PK\u0003\u0004'))
  await expect(page.getByText('This is a spreadsheet. Save it as "CSV UTF-8" first')).toBeVisible()
  await choose(
    page,
    csv('people.csv', 'Role;E-mail;Name\nons;nell@town.example;Nell New\noas;ONS@town.example;\nboss;x@y.example;\n'),
  )
  await expect(page.getByText('people.csv: 3 lines read, 1 user to add, 1 already there.')).toBeVisible()
  await expect(page.getByText('Line 4 has the role "boss"')).toBeVisible()
  await expectAccessible(page, 'the preview of users')
  expect(await app.rows("select 1 from users where email = 'nell@town.example'")).toEqual([])
  // By keys alone.
  await page.getByRole('button', { name: 'Add 1 user' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in slips')
  const slip = page.getByRole('list', { name: 'Sign-in slips' }).getByRole('listitem')
  await expect(slip).toContainText('nell@town.example')
  await expectAccessible(page, 'the slips')
  const password = await slip.locator('code').innerText()
  const context = await browser.newContext()
  const hers = await context.newPage()
  await hers.goto(app.town.url)
  await hers.getByLabel('Email').fill('nell@town.example')
  await hers.getByLabel('Password').fill(password)
  await hers.getByRole('button', { name: 'Sign in' }).click()
  await expect(hers.getByText('nell@town.example')).toBeVisible()
  await context.close()
})

test('X103 X104 X106 phrases are added, changed, imported after a look and exported; a colleague’s change is not lost', async () => {
  const page = await app.open('/town/phrases')
  await expect(page.getByText('No phrases yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add phrase' }).click()
  const form = page.getByRole('form', { name: 'Phrase' })
  await expect(form.getByLabel('Phrase')).toBeFocused()
  await form.getByLabel('Phrase').fill('Half typed')
  await typedIsKept(page, 'Half typed', 4)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: 'Add phrase' }).click()
  await expect(page.getByText('A new phrase was left unfinished here.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Phrase')).toHaveValue('Half typed')
  await form.getByLabel('Phrase').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Enter the phrase')
  await form.getByLabel('Phrase').fill('Sink leaks')
  await form.getByLabel('Section of the code').selectOption({ label: '90, 1.0: Tall grass' })
  await expectAccessible(page, 'a phrase')
  await page.keyboard.press('Tab')
  await form.getByLabel('Phrase').press('Enter')
  await expect(news(page, 'Phrase saved')).toBeVisible()
  const row = page.getByRole('row', { name: /Sink leaks/ })
  await expect(row).toContainText('1.0')

  await row.getByRole('button', { name: 'Edit Sink leaks' }).click()
  await app.pool.query("update phrases set text = 'Tap leaks'")
  await form.getByLabel('Phrase').fill('Sink drips')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has changed this line meanwhile.')).toBeVisible()
  await page.getByRole('button', { name: 'Show it as it is now' }).click()
  await expect(page.getByText('Phrase: Tap leaks')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Sink drips/ })).toBeVisible()

  await page.getByRole('button', { name: 'Import a file…' }).click()
  await choose(page, csv('phrases.csv', 'text,room,chapter,section\nSink drips,Kitchen,,\nDoor stuck,,,\n,,,\n'))
  await expect(
    page.getByText('phrases.csv: 3 lines read. 1 added, 1 changed, 0 removed, 0 phrases unchanged.'),
  ).toBeVisible()
  await expect(page.getByText('Line 4 has no text')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What would change' })).toContainText('Room: —')
  await expectAccessible(page, 'the preview of an import')
  await app.pool.query("insert into phrases (text) values ('From elsewhere')")
  await page.getByRole('button', { name: 'Import 2 changes' }).click()
  await expect(page.getByText('Somebody else has changed this list since the preview.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at the new preview' }).click()
  await expect(page.getByText('1 removed')).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 changes' }).click()
  await expect(news(page, 'File imported')).toBeVisible()
  await expect(page.getByRole('row', { name: /From elsewhere/ })).toBeHidden()
  const exported = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect(await readFile(await (await exported).path(), 'utf8')).toBe(
    '\uFEFFtext,room,chapter,section\r\nSink drips,Kitchen,,\r\nDoor stuck,,,\r\n',
  )
  await page.getByRole('button', { name: 'Edit Door stuck' }).click()
  await form.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete this phrase?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(news(page, 'Phrase deleted')).toBeVisible()
  await expect(page.getByRole('row', { name: /Door stuck/ })).toBeHidden()
})

test('X104 a line that others change again and again, or remove, is shown as it is now each time, and the typed words stay', async () => {
  await app.pool.query("insert into phrases (text) values ('Gutter loose')")
  const page = await app.open('/town/phrases')
  const form = page.getByRole('form', { name: 'Phrase' })
  const show = page.getByRole('button', { name: 'Show it as it is now' })
  await page.getByRole('button', { name: 'Edit Gutter loose' }).click()
  await form.getByLabel('Phrase').fill('Gutter hangs')
  for (const theirs of ['Gutter bent', 'Gutter gone']) {
    await app.pool.query('update phrases set text = $1', [theirs])
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Somebody else has changed this line meanwhile.')).toBeVisible()
    await show.click()
    await expect(page.getByText(`Phrase: ${theirs}`)).toBeVisible()
  }
  await app.pool.query('delete from phrases')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Somebody else has removed this line meanwhile')).toBeVisible()
  await show.click()
  await expect(page.getByText('Save again to add what you typed as a new line.')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(form.getByLabel('Phrase')).toHaveValue('Gutter hangs')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Gutter hangs/ })).toBeVisible()
})

test('X105 X106 an import does only what was shown: after a tick the old preview is not offered, with or without signal', async () => {
  await app.pool.query("insert into rooms (name) values ('Kept Room')")
  const page = await app.open('/town/rooms')
  await page.getByRole('button', { name: 'Import a file…' }).click()
  await choose(page, csv('one.csv', 'room,prompt\nAttic,Is there a second way out?\n'))
  const confirm = page.getByRole('button', { name: /^Import \d+ change/ })
  const whole = page.getByLabel(/^The file is the whole list/)
  await expect(confirm).toBeVisible()
  app.town.faults.inject = refuse(/preview/, 503, 'busy')
  await whole.check()
  await expect(page.getByText('The file could not be imported')).toBeVisible()
  await expect(confirm).toBeHidden()
  await expect(page.getByRole('list', { name: 'What would change' })).toBeHidden()

  app.town.faults.inject = () => undefined
  const goOn = await holdCalls(page, '**/town/list/preview')
  await page.getByRole('button', { name: 'Look at the new preview' }).click()
  await expect(whole).toBeDisabled()
  await expect(confirm).toBeHidden()
  goOn()
  await expect(page.getByRole('list', { name: 'What would change' })).toContainText('Kept Room')
  const sent = page.waitForRequest('**/town/list/import')
  await confirm.click()
  expect((await sent).postDataJSON()).toMatchObject({ whole: true })
  await expect(news(page, 'File imported')).toBeVisible()
  expect(await app.rows("select 1 from rooms where name = 'Kept Room'")).toEqual([])
})

test('X103 X108 what could not be loaded says why, and nothing of typed text', async () => {
  const page = await app.open('/about')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  // The page answers by itself from here on.
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
  await app.signalOff()
  for (const path of ['/town/phrases', '/town']) {
    await moveTo(page, path)
    await expect(page.getByRole('alert')).toContainText('Failed to load the')
    await expect(page.getByRole('alert')).toContainText('No signal')
    await expect(page.getByRole('alert')).not.toContainText('typed')
  }
  await app.signalOn()
})

test('X103 CD-01 a section that is retired is marked in the code book', async () => {
  const id = await app.put("select id from codes where chapter = '90' and name = 'Trash'")
  const page = await app.open(`/code/${id}`)
  await page.getByRole('link', { name: 'Change this section' }).click()
  await page
    .getByRole('form', { name: 'Section' })
    .getByLabel(/^Retired/)
    .check()
  await page.getByRole('form', { name: 'Section' }).getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Section saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Trash/ })).toContainText('Retired')
  await expectAccessible(page, 'the sections')
  await page.goto(`${app.town.url}/code/${id}`)
  await expect(page.getByText('Retired: no longer offered')).toBeVisible()
})

test('X108 settings that were left half changed do not undo what somebody else saved since', async () => {
  const page = await app.open('/town')
  const form = page.getByRole('form', { name: 'Town settings' })
  await form.getByLabel('Phone').fill('3015550177')
  await typedIsKept(page, '3015550177', 4)
  await page.goto(`${app.town.url}/about`)
  await app.pool.query(
    "insert into town_settings (name, value, updated_at, updated_by) values ('website', '\"https://theirs.example\"', now(), 1)",
  )
  await page.goto(`${app.town.url}/town`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Phone')).toHaveValue('3015550177')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Merge their changes' }).click()
  await expect(form.getByLabel('Website')).toHaveValue('https://theirs.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Settings saved')).toBeVisible()
  await expect(form.getByLabel('Website')).toHaveValue('https://theirs.example')
})

test('X108 X109 HL-04 the town’s name, seal, letterhead and links are set in the app, and follow at once', async ({
  browser,
}) => {
  const page = await app.open('/helpful')
  await expect(page.getByText('No links yet. Enter their addresses in the')).toBeVisible()
  await page.locator('main').getByRole('link', { name: 'Town settings' }).click()
  const form = page.getByRole('form', { name: 'Town settings' })
  await form.getByLabel('Name of the town').fill('Town of Elm')
  await form.getByLabel('Address', { exact: true }).fill('1 Main Street\nElm, MD 20700')
  await form.getByLabel('Phone').fill('3015550100')
  await form.getByLabel('Email').fill('nobody')
  await form.getByLabel('Animals').fill('https://elm.example/animals')
  await expect(page.getByRole('region', { name: 'How letters begin' })).toContainText('Elm, MD 20700')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toContainText('Enter a valid email address')
  await form.getByLabel('Email').fill('code@elm.example')
  await expectAccessible(page, 'the settings of the town')
  await form.getByLabel('Email').press('Enter')
  await expect(news(page, 'Settings saved')).toBeVisible()
  await expect(page.locator('aside header')).toContainText('Town of Elm')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'seal.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(demoSeal()) })
  await expect(news(page, 'Seal saved')).toBeVisible()
  await expect(page.locator('aside header img[src^="/town-seal/"]')).toBeVisible()
  await page.goto(`${app.town.url}/helpful`)
  await expect(page.locator('main').getByRole('link', { name: /^Animals/ })).toHaveAttribute(
    'href',
    'https://elm.example/animals',
  )
  await expect(page.locator('main').getByText('Building')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-head')).toContainText('(301) 555-0100 · code@elm.example')
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(app.town.url)
  await expect(other.locator('header')).toContainText('Town of Elm')
  await signIn(other, 'ons')
  await other.goto(`${app.town.url}/town`)
  await expect(other.getByText('Admins only: changing the town’s settings.')).toBeVisible()
  await context.close()
})

test('X9 a text that is no number is named, and the whole log is not shown in its place', async () => {
  const page = await app.open('/audit')
  const changes = page.locator('tbody tr')
  await expect(changes.first()).toBeVisible()
  const number = page.getByLabel('Number')
  const problem = page.getByText('The number of a record has only digits')
  for (const typed of ['12 Elm', '#12', '012', '1234567890']) {
    await number.fill(typed)
    await expect(problem, typed).toBeVisible()
    await expect(changes, typed).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Older' })).toBeDisabled()
  }
  await number.fill(' 999999 ')
  await expect(page.getByText('No changes match.')).toBeVisible()
  await expect(problem).toBeHidden()
  await number.fill('')
  await expect(changes.first()).toBeVisible()
})

test('X100 X105 X109 a chosen file that cannot be read any more is named as such, and can be chosen again', async () => {
  const page = await app.open('/about')
  await page.evaluate(() => {
    const read = File.prototype.arrayBuffer
    File.prototype.arrayBuffer = function () {
      return this.name.startsWith('gone') ? Promise.reject(new DOMException('', 'NotReadableError')) : read.call(this)
    }
  })
  const unreadable = page.getByRole('alert').getByText('This file cannot be read. Choose it again.')
  const people = 'name,email,role\nNora New,nora@town.example,ons\n'
  for (const [path, title] of [
    ['/users/from-file', 'Add users from a file'],
    ['/town/codes', /./],
    ['/town', 'Town settings'],
  ] as const) {
    await moveTo(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (path === '/town/codes') await page.getByRole('button', { name: 'Import a file…' }).click()
    const input = page.locator('main input[type=file]').first()
    await input.setInputFiles(csv('gone.csv', people))
    await expect(unreadable, path).toBeVisible()
    if (path !== '/users/from-file') continue
    await input.setInputFiles(csv('people.csv', people))
    await expect(page.getByText('people.csv: 1 line read, 1 user to add')).toBeVisible()
    await expect(unreadable).toHaveCount(0)
  }
})
