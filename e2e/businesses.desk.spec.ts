import { expect, type Page } from '@playwright/test'
import { news, openApp, refuse, sendNow, signIn, test } from './open-app.ts'

// Desk only: a phone shows the same.

const app = openApp('ons', async (pool) => {
  await pool.query(
    "insert into businesses (name, address_id) select 'Paged Shop ' || n, 2 from generate_series(1, 12) as n",
  )
  await pool.query("insert into contacts (name) select 'Ada Listed ' || n from generate_series(1, 7) as n")
  await pool.query("insert into units (number, address_id) values ('Shop', 1)")
})
let count = 0
/** A business of its own for each test, at 12 Elm Street. */
const business = async (contactId?: number) => {
  count += 1
  const name = `Test Shop ${count}`
  const id = await app.put('insert into businesses (name, address_id) values ($1, 1) returning id', [name])
  if (contactId)
    await app.rows('insert into business_contacts (business_id, contact_id) values ($1, $2)', [id, contactId])
  return { id, name, path: `/business/${id}` }
}
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
const field = (page: Page, name: string) => page.getByRole('form').getByLabel(name)
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Contacts' }).getByRole('row').filter({ hasText: name })
const state = (page: Page, words: string) => page.locator('[data-entry-state]').filter({ hasText: words })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click()
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const answer = (page: Page, words: string) => page.getByRole('dialog').getByRole('button', { name: words }).click()

test('BU-01 a paged list of businesses; BU-02 a business has the tabs Details and Contacts', async () => {
  const { name } = await business()
  const page = await app.open('/businesses')
  const list = page.getByRole('table', { name: 'Businesses' })
  await expect(list.getByRole('row')).toHaveCount(11)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await list.getByRole('link', { name }).click()
  await expect(page.getByRole('tab')).toHaveText([/^Details/, /^Contacts/])
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(fact(page, 'Address')).toContainText('12 ELM STREET')
})

test('BU-03 Edit, Save Changes and Cancel; BU-04 counts, days and web addresses are checked; BU-05 open or closed', async () => {
  const { id, name, path } = await business()
  const stored = async () =>
    (
      await app.rows(
        'select name, employee_count, opened_on::text, website, unit_id, is_closed from businesses where id = $1',
        [id],
      )
    )[0]
  const page = await app.open(path)
  await expect(fact(page, 'Unit')).toHaveText('Whole Building')
  await expect(page.getByText('Open', { exact: true }).first()).toBeVisible()
  await edit(page)
  await field(page, 'Name').fill('Something Else')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(fact(page, 'Name')).toHaveText(name)

  await edit(page)
  await field(page, 'Employees').fill('-1')
  await field(page, 'Website').fill('not a site')
  await field(page, 'Name').fill('')
  await saveChanges(page)
  const form = page.getByRole('form', { name: 'Edit business' })
  await expect(form).toContainText('Enter 0 or more')
  await expect(form).toContainText('Enter a web address')
  await expect(form).toContainText('Name and Address are required.')
  await field(page, 'Name').fill(name)
  await field(page, 'Employees').fill('4')
  await field(page, 'Website').fill('https://shop.example/')
  await field(page, 'Opened on').fill('2020-02-29')
  await field(page, 'Unit').selectOption({ label: 'Unit Shop' })
  await field(page, 'This business is closed').check()
  await saveChanges(page)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(0, { timeout: 4_000 })
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible()
  await expect.poll(stored).toEqual({
    name,
    employee_count: 4,
    opened_on: '2020-02-29',
    website: 'https://shop.example/',
    unit_id: expect.anything(),
    is_closed: true,
  })

  await edit(page)
  for (const name of ['Employees', 'Website', 'Opened on']) await field(page, name).fill('')
  await field(page, 'Unit').selectOption({ label: 'Whole Building' })
  await saveChanges(page)
  await expect.poll(stored).toEqual({
    name,
    employee_count: null,
    opened_on: null,
    website: null,
    unit_id: null,
    is_closed: true,
  })
})

test('BU-03 a change without signal is kept and arrives beside the office’s changes; a refusal says Error saving', async () => {
  const { id, path } = await business()
  const page = await app.open(path)
  await expect(fact(page, 'Trading as')).toBeVisible()
  await app.signalOff()
  await edit(page)
  await field(page, 'Trading as').fill('The Corner')
  await saveChanges(page)
  await expect(fact(page, 'Trading as')).toHaveText('The Corner')
  await expect(state(page, 'Saved on this computer')).toBeVisible()
  await app.rows("update businesses set phone = '4435550190', updated_at = now() where id = $1", [id])
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() => app.rows('select trading_as, phone from businesses where id = $1', [id]))
    .toEqual([{ trading_as: 'The Corner', phone: '4435550190' }])
  await page.goto(app.town.url + path)
  await expect(page.getByText('both changes are kept')).toBeVisible()

  app.town.faults.inject = refuse(/PATCH .*businesses/, 409, 'Duplicate business detected')
  await edit(page)
  await field(page, 'Name').fill('Paged Shop 1')
  await saveChanges(page)
  await expect(state(page, 'Error saving: Duplicate business detected')).toBeVisible()
})

test('BU-06 an existing contact is found from 2 characters and linked, LS-04 five are offered; BU-08 removed after a question', async () => {
  const { id, path } = await business()
  const page = await app.open(`${path}?tab=contacts`)
  await expect(page.getByText('No contacts associated with this business.')).toBeVisible()
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('A')
  await expect(options(page)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Contact' }).fill('Ada')
  await expect(options(page)).toHaveCount(5)
  await options(page).filter({ hasText: 'Ada Listed 3' }).click()
  await expect(row(page, 'Ada Listed 3')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Contacts/ })).toHaveText('Contacts1')
  const linked = () =>
    app.rows('select c.name from business_contacts join contacts c on c.id = contact_id where business_id = $1', [id])
  await expect.poll(linked).toEqual([{ name: 'Ada Listed 3' }])

  await page.getByRole('button', { name: 'Remove Ada Listed 3' }).click()
  await expect(page.getByRole('dialog')).toContainText('Remove this contact from the business?')
  await answer(page, 'Cancel')
  await expect(row(page, 'Ada Listed 3')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Ada Listed 3' }).click()
  await answer(page, 'Remove')
  await expect(page.getByText('No contacts associated with this business.')).toBeVisible()
  await expect.poll(linked).toEqual([])
})

test('BU-07 a new contact is made and added, name required; BU-09 failures to make, add or remove one say so', async () => {
  const { id, path } = await business(1)
  const page = await app.open(`${path}?tab=contacts`)
  await expect(row(page, 'Harriet Vale')).toBeVisible()
  await page.getByRole('button', { name: 'New contact' }).click()
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByRole('form')).toContainText('Name is required')
  await field(page, 'Name').fill('Shop Keeper')
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await expect(news(page, 'Contact added (waiting to send)')).toBeVisible()
  await expect
    .poll(() =>
      app.rows(
        "select 1 as one from business_contacts join contacts c on c.id = contact_id where business_id = $1 and c.name = 'Shop Keeper'",
        [id],
      ),
    )
    .toEqual([{ one: 1 }])

  app.town.faults.inject = refuse(/POST .*\/api\/contacts/, 422, 'The book is closed')
  await page.getByRole('button', { name: 'New contact' }).click()
  await field(page, 'Name').fill('Never Made')
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await expect(row(page, 'Never Made')).toContainText('Could not create contact.: The book is closed')

  app.town.faults.inject = refuse(/(POST|DELETE) .*businesses\/\d+\/contacts/, 422, 'Not today')
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('Ada Listed 5')
  await options(page).first().click()
  await expect(row(page, 'Ada Listed 5')).toContainText('Could not add contact.: Not today')
  await page.getByRole('button', { name: 'Remove Harriet Vale' }).click()
  await answer(page, 'Remove')
  await expect(row(page, 'Harriet Vale')).toContainText('Could not remove contact.: Not today')
})

test('AD-09 AD-10 AD-11 AD-29 contacts of an address are found or made, removed after a question; refusals show on them', async () => {
  const address = await app.put("insert into addresses (combadd) values ('5 CONTACT COURT') returning id")
  const page = await app.open(`/address/${address}?tab=contacts`)
  await expect(page.getByText('No contacts associated with this address.')).toBeVisible()
  const linked = () =>
    app.rows(
      'select c.name from address_contacts join contacts c on c.id = contact_id where address_id = $1 order by 1',
      [address],
    )
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('Ada Listed 2')
  await options(page).first().click()
  await expect(row(page, 'Ada Listed 2')).toBeVisible()
  await page.getByRole('button', { name: 'New contact' }).click()
  await field(page, 'Name').fill('Court Owner')
  await field(page, 'Email').fill('owner@court.example')
  await field(page, 'Phone').fill('4435550155')
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await expect(row(page, 'Court Owner')).toContainText('(443) 555-0155')
  await expect.poll(linked).toEqual([{ name: 'Ada Listed 2' }, { name: 'Court Owner' }])
  await expect(row(page, 'Ada Listed 2').getByRole('link').first()).toHaveAttribute('href', /\/contacts\/\d+$/)

  await page.getByRole('button', { name: 'Remove Ada Listed 2' }).click()
  await expect(page.getByRole('dialog')).toContainText('Remove this contact from the address?')
  await answer(page, 'Remove')
  await expect.poll(linked).toEqual([{ name: 'Court Owner' }])

  app.town.faults.inject = refuse(/(POST|DELETE) .*addresses\/\d+\/contacts/, 422, 'Not today')
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('Ada Listed 4')
  await options(page).first().click()
  await expect(row(page, 'Ada Listed 4')).toContainText('Could not add contact.: Not today')
  await page.getByRole('button', { name: 'Remove Court Owner' }).click()
  await answer(page, 'Remove')
  await expect(row(page, 'Court Owner')).toContainText('Could not remove contact.: Not today')
})

test('AD-09 AD-10 without signal a contact of an address is linked, made and removed; all of it arrives', async () => {
  const address = await app.put("insert into addresses (combadd) values ('6 CONTACT COURT') returning id")
  await app.rows('insert into address_contacts (address_id, contact_id) values ($1, 1)', [address])
  const page = await app.open(`/address/${address}?tab=contacts`)
  await expect(row(page, 'Harriet Vale')).toBeVisible()
  await app.signalOff()
  await page.getByRole('button', { name: 'Remove Harriet Vale' }).click()
  await answer(page, 'Remove')
  await expect(row(page, 'Harriet Vale')).toHaveCount(0)
  await page.getByRole('button', { name: 'New contact' }).click()
  await field(page, 'Name').fill('Found Without Signal')
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await expect(row(page, 'Found Without Signal')).toContainText('Saved on this computer')
  await expect(page.getByRole('tab', { name: /^Contacts/ })).toHaveText('Contacts1')
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() =>
      app.rows('select c.name from address_contacts join contacts c on c.id = contact_id where address_id = $1', [
        address,
      ]),
    )
    .toEqual([{ name: 'Found Without Signal' }])
  await page.goto(`${app.town.url}/address/${address}?tab=contacts`)
  await expect(row(page, 'Found Without Signal')).toBeVisible()
  await expect(row(page, 'Found Without Signal')).not.toContainText('Saved on this computer')
})

test('BU-10 failed loads say so only if the device has nothing', async ({ page }) => {
  const { path, name } = await business()
  app.town.faults.inject = refuse(/GET .*\/businesses/, 500, 'Out of order')
  // A device that never heard of any business.
  await page.goto(app.town.url)
  await signIn(page, 'guest')
  await page.goto(`${app.town.url}/businesses`)
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to fetch businesses')
  await page.goto(app.town.url + path)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch business details')
  app.town.faults.inject = () => undefined
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // A Guest reads only.
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  app.town.faults.inject = refuse(/GET .*\/businesses/, 500, 'Out of order')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
