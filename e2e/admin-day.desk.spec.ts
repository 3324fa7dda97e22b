import { type Browser, expect, type Page } from '@playwright/test'
import { installed, news, openApp, refuse, section, signIn, test } from './open-app.ts'
import type { people } from './town.ts'

// Desk only: office work; the cards of a phone say the same.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into users (email, name, phone, role)
      select 'walker' || n || '@town.example', 'Walker ' || lpad(n::text, 2, '0'), null, 0 from generate_series(1, 9) n;
    insert into rooms (name) select 'Room ' || n from generate_series(1, 9) n;
    insert into codes (chapter, section, name, description) values
      ('81', '4.2', 'Fences', 'A fence along a street is no higher than four feet and is kept in good repair.');
    insert into inspections (source, address_id, status, scheduled_datetime) values
      ('Business License', null, null, null),
      ('Multifamily License', 2, 'under-review', '2031-05-06T00:00:00'),
      ('Multifamily License', 1, 'waiting for the fire marshal', '2031-05-06T23:59:00');
  `)
})

/** A new browser, signed in, at an address. */
async function fresh(browser: Browser, who: keyof typeof people, path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(app.town.url + path)
  await signIn(page, who)
  return { page, context }
}

const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

const signInAs = async (page: Page, email: string, password: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('US-01, US-02, US-03 the table of users: links, N/A, search and role, 10 a page; the name opens the user', async () => {
  const page = await app.open('/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.locator('thead th')).toHaveText(['Name', 'Email', 'Phone', 'Role', 'Created At'])
  await expect(table.locator('tbody tr')).toHaveCount(10)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByPlaceholder('Search by email or name...').fill('WALKER1@')
  await expect(table.locator('tbody tr')).toHaveCount(1)
  await expect(table.locator('tbody td').nth(2)).toHaveText('N/A')
  await page.getByPlaceholder('Search by email or name...').fill('ona')
  await page.getByLabel('Role', { exact: true }).selectOption('OAS')
  await expect(page.getByText('No users match your search.')).toBeVisible()
  await page.getByLabel('Role', { exact: true }).selectOption('ONS')
  await expect(table.getByRole('link', { name: 'ons@town.example' })).toHaveAttribute('href', 'mailto:ons@town.example')
  await expect(table.locator('a[href^="tel:"]')).toHaveCount(1)
  await page.getByLabel('Role', { exact: true }).selectOption('All Roles')
  await table.getByRole('link', { name: 'Ona Sutter' }).click()
  await expect(page).toHaveURL(/\/users\/1$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ona Sutter')
})

test('The admin’s day: a user made, given a password, promoted and disabled at once US-04, US-05', async ({
  browser,
}) => {
  const page = await app.open('/users')
  await test.step('the user is made, and signs in with the password that the Admin sets', async () => {
    await page.getByRole('button', { name: 'Add User' }).click()
    const form = page.getByRole('form', { name: 'Add User' })
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form).toContainText('Enter a valid email address')
    await form.getByLabel('Email').fill('ONS@town.example')
    await form.getByLabel('Name').fill('Nia Later')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByRole('alert')).toContainText('A user with this email already exists')
    await form.getByLabel('Email').fill('nia@town.example')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(page).toHaveURL(/\/users\/\d+$/)
    await expect(fact(page, 'Role')).toHaveText('ONS')
    await expect(section(page, 'Timestamps')).toContainText('Created')
    await page.getByRole('button', { name: 'Show Password' }).click()
    const password = page.getByRole('form', { name: 'Password' })
    await password.getByLabel('New password').fill('short')
    await password.getByRole('button', { name: 'Set password' }).click()
    await expect(password).toContainText('A password has at least 10 characters.')
    await password.getByLabel('New password').fill('nia walks the town')
    await password.getByRole('button', { name: 'Set password' }).click()
    await expect(news(page, 'The password is set.')).toBeVisible()
  })
  const context = await browser.newContext()
  const hers = await context.newPage()
  await hers.goto(`${app.town.url}/users`)
  await signInAs(hers, 'nia@town.example', 'nia walks the town')
  await expect(hers.getByText('Admins only: changing users.')).toBeVisible()
  await expect(hers.getByRole('button', { name: 'Add User' })).toHaveCount(0)

  const edit = page.getByRole('form', { name: 'User' })
  await test.step('US-05 the role changes, another Admin’s change of the phone stays', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await app.pool.query("update users set phone = '4105550133' where email = 'nia@town.example'")
    await edit.getByLabel('Role').selectOption('OAS')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(news(page, 'User saved')).toBeVisible()
    await expect(fact(page, 'Role')).toHaveText('OAS')
    await expect(fact(page, 'Phone').getByRole('link')).toHaveAttribute('href', /^tel:.*4105550133$/)
    const stored = "select role, phone, active from users where email = 'nia@town.example'"
    expect(await app.rows(stored)).toEqual([{ role: 2, phone: '4105550133', active: true }])
  })
  await test.step('US-06 without signal nothing is changed or queued, and typed text stays', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await edit.getByLabel('Name').fill('Nia Sooner')
    await app.signalOff()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Error: Failed to update user details')
    await expect(page.getByText('Changing a user needs signal')).toBeVisible()
    await expect(page.getByTitle('Unsent work')).not.toContainText('waiting')
    await app.signalOn()
    app.town.faults.inject = refuse(/PUT .*users/, 409, 'Not this one')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Not this one')
    app.town.faults.inject = () => undefined
    await expect(edit.getByLabel('Name')).toHaveValue('Nia Sooner')
  })
  await test.step('disabled: her session ends at once, and there is no other', async () => {
    await edit.getByLabel(/May sign in/).uncheck()
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('May not sign in')).toBeVisible()
    await hers.reload()
    await expect(hers.getByText('Your session has ended.')).toBeVisible()
    await hers.getByRole('button', { name: 'Sign in to send' }).click()
    await hers.getByRole('dialog').getByLabel('Password').fill('nia walks the town')
    await hers.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(hers.getByRole('dialog').getByRole('alert')).toBeVisible()
  })
  await context.close()
})

test('RM-01, RM-02, RM-03, RM-04 rooms are listed in pages and made by name; a failure is shown above the form', async () => {
  const page = await app.open('/rooms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rooms')
  await expect(page.getByText('A list of all rooms.')).toBeVisible()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  const form = page.getByRole('form', { name: 'Add Room' })
  await page.getByRole('button', { name: 'Add Room' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Add Room' }).click()
  const create = form.getByRole('button', { name: /^Creat/ })
  await create.click()
  await expect(form).toContainText('Room Name is required')
  await form.getByLabel('Room Name').fill('Laundry')
  app.town.faults.inject = refuse(/POST .*rooms/, 500, 'Out of order')
  await create.click()
  await expect(page.getByRole('alert')).toContainText('Error: Failed to create room')
  app.town.faults.inject = ({ method }) => (method === 'POST' ? { kind: 'delay', ms: 800 } : undefined)
  await create.click()
  await expect(create).toHaveText('Creating...')
  await expect(form).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Rooms' }).locator('tbody tr', { hasText: 'Laundry' })
  await row.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(/\/rooms\/\d+$/)
  expect(await app.rows("select count(*)::int as n from rooms where name = 'Laundry'")).toEqual([{ n: 1 }])
})

test('RM-05, RM-06, RM-07, RM-08 a room is renamed, its prompts added, changed by typing, and deleted; then the room', async () => {
  const id = await app.put("insert into rooms (name) values ('Pantri') returning id")
  const page = await app.open(`/rooms/${id}`)
  await page.getByRole('button', { name: 'Edit Room' }).click()
  await page.getByLabel('Room Name').fill('no')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pantri')
  await page.getByRole('button', { name: 'Edit Room' }).click()
  await page.getByLabel('Room Name').fill('Pantry')
  await page.getByRole('button', { name: 'Save Room' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pantry')
  const add = page.getByRole('form', { name: 'Add Prompt' })
  for (const words of ['Shelves are firm', 'No mice']) {
    await add.getByLabel('New prompt').fill(words)
    await add.getByRole('button', { name: 'Add Prompt' }).click()
    await expect(add.getByLabel('New prompt')).toHaveValue('')
  }
  const prompts = () => app.rows('select content from prompts where room_id = $1 order by id', [id])
  expect(await prompts()).toEqual([{ content: 'Shelves are firm' }, { content: 'No mice' }])

  const field = page.getByLabel('Prompt 1', { exact: true })
  const from = app.town.calls.length
  await field.press('End')
  await field.pressSequentially(' and level', { delay: 15 })
  await expect.poll(prompts).toEqual([{ content: 'Shelves are firm and level' }, { content: 'No mice' }])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(app.town.calls.slice(from).filter((it) => it.startsWith('PUT')).length).toBeLessThan(5)

  await app.signalOff()
  await field.fill('Shelves hold')
  await expect(page.getByText('Not saved: No signal')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Shelves hold')
  await expect(page.getByText('Not saved at the office yet; kept on this device.')).toBeVisible()
  await app.signalOn()
  await page.getByRole('button', { name: 'Save again' }).click()
  await expect.poll(prompts).toEqual([{ content: 'Shelves hold' }, { content: 'No mice' }])

  await page.getByRole('button', { name: 'Delete prompt 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByLabel('Prompt 2', { exact: true })).toHaveCount(0)
  expect(await prompts()).toEqual([{ content: 'Shelves hold' }])
  await page.getByRole('button', { name: 'Delete Room' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Room' }).click()
  await expect(page).toHaveURL(/\/rooms$/)
  expect(await app.rows('select id from rooms where id = $1', [id])).toEqual([])
})

test('CD-01, CD-02, CD-03, CD-04 the code book is searched and narrowed to a chapter, also without signal; a section in full', async () => {
  let page = await app.open('/codes')
  await installed(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Code Violations')
  const rows = page.getByRole('table', { name: 'Code Violations' }).locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await app.signalOff()
  page = await app.open('/codes')
  await page.getByRole('searchbox', { name: 'Search' }).fill('SMOKE ALARM ON EACH')
  const found = page.getByRole('table', { name: 'Code Violations' }).locator('tbody tr')
  await expect(found).toHaveCount(1)
  await expect(found).toContainText('Every dwelling has a working smoke alarm on each f…')
  await page.getByRole('searchbox', { name: 'Search' }).fill('')
  await page.getByLabel('Chapter').selectOption('81')
  await expect(found).toHaveCount(1)
  await app.signalOn()
  await found.getByRole('link', { name: 'Fences' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fences')
  for (const [name, value] of [
    ['Chapter', '81'],
    ['Section', '4.2'],
    ['Name', 'Fences'],
  ] as const)
    await expect(fact(page, name)).toHaveText(value)
  await expect(fact(page, 'Created')).toHaveText(/\d+\/\d+\/\d{4}/)
  await expect(fact(page, 'Updated')).toHaveText(/\d+\/\d+\/\d{4}/)
  await expect(section(page, 'Description')).toContainText('is kept in good repair.')
})

test('IL-01, IL-02, IL-03 inspections by source, status and whole days, with words for missing values', async () => {
  const page = await app.open('/inspections')
  const table = page.getByRole('table', { name: 'Inspections' })
  await expect(table.locator('thead th')).toHaveText([
    ...['Address', 'Source', 'Status', 'Scheduled Date'],
    'Inspector',
  ])
  const row = (text: string) => table.locator('tbody tr', { hasText: text })
  await expect(row('Business License')).toContainText('Pending')
  await expect(row('Business License')).toContainText('Unscheduled')
  await expect(row('Business License')).toContainText('No address')
  await expect(row('Under Review')).toHaveCount(1)
  await expect(row('Waiting For The Fire Marshal')).toHaveCount(1)
  await expect(page.getByLabel('Source')).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await page.getByLabel('Scheduled from').fill('2031-05-06')
  await page.getByLabel('Scheduled to').fill('2031-05-06')
  await expect(table.locator('tbody tr')).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Under Review')
  await expect(table.locator('tbody tr')).toHaveCount(1)
  await page.getByLabel('Source').selectOption('Business License')
  await expect(page.getByText('No inspections match your filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(page.getByLabel('Source')).toBeHidden()
  // Filters that came with the URL are shown, and do not vanish under the finger that clears the last of them.
  await page.goto(new URL('/inspections?status=Pending', page.url()).href)
  await expect(page.getByLabel('Inspector', { exact: true })).toBeVisible()
  await page.getByLabel('Status').selectOption('')
  await expect(page).toHaveURL(/\/inspections$/)
  await expect(page.getByLabel('Source')).toBeVisible()
})

test('CD-05, IL-04, RM-09, US-06 failed loads say so if the device has nothing', async ({ browser }) => {
  const { page, context } = await fresh(browser, 'oas', '/users/3')
  await expect(fact(page, 'Role')).toHaveText('OAS')
  await page.goto(`${app.town.url}/rooms/2`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bathroom')
  const all = (path: string, words: string) => [path, words] as const
  app.town.faults.inject = refuse(/GET .*(codes|inspections|rooms|users|prompts)\b/, 500, 'Out of order')
  for (const [path, words] of [
    all('/codes', 'Failed to fetch codes'),
    all('/code/1', 'Failed to fetch code details'),
    all('/inspections', 'Failed to fetch inspections'),
    all('/rooms/9', 'Failed to fetch room details'),
    all('/users/4', 'Failed to fetch user details'),
  ]) {
    await page.goto(app.town.url + path)
    await expect(page.getByRole('alert').first()).toContainText(`Error: ${words}`)
  }
  await context.close()

  const other = await fresh(browser, 'guest', '/rooms')
  await expect(other.page.getByRole('alert')).toContainText('Error: Failed to fetch rooms')
  await other.page.goto(`${app.town.url}/users`)
  await expect(other.page.getByText(/Error: Failed to (load|fetch) users/)).toBeVisible()
  app.town.faults.inject = refuse(/GET .*(users|prompts)\b/, 403, 'Not for you')
  await other.page.reload()
  await expect(other.page.getByRole('alert')).toContainText('Error: Failed to fetch users')
  await other.page.goto(`${app.town.url}/rooms/1`)
  await expect(other.page.getByRole('alert')).toContainText('Error: Failed to fetch prompts')
  await other.context.close()
})

test('A guest sees all of it and is offered no change', async ({ browser }) => {
  await app.pool.query(`
    insert into licenses (license_type, license_number, address_id) values (2, 'SF-1', 1);
    insert into inspections (source, address_id, description) values ('Complaint', 1, 'Barking at night');
  `)
  const [complaint] = await app.rows("select id from inspections where source = 'Complaint'")
  const { page, context } = await fresh(browser, 'guest', '/complaints')
  const changing =
    /^(Save|Clear|Upload|Assign|Add (new contact|License|Permit|Room|User|Prompt)|Edit( Room)?|Delete|Choose files)/
  for (const [path, sees] of [
    ['/complaints', 'Barking at night'],
    [`/complaint/${complaint?.id}`, 'Barking at night'],
    ['/licenses', 'SF-1'],
    ['/license/1', 'SF-1'],
    ['/permits', 'No permits available'],
    ['/rooms', 'Admins only'],
    ['/rooms/1', 'Sink drains'],
    ['/users', 'Ona Sutter'],
    ['/users/1', 'ons@town.example'],
    ['/codes', 'Fences'],
    ['/inspections', 'Multifamily License'],
  ] as const) {
    await page.goto(app.town.url + path)
    await expect(page.locator('main')).toContainText(sees)
    await expect(page.locator('main').getByRole('button', { name: changing }), path).toHaveCount(0)
  }
  await context.close()
})
