import { expect, type Page } from '@playwright/test'
import { inspectionIn, news, openApp, photoFiles, refuse, section, sendNow, signIn, test } from './open-app.ts'
import { noteReadTables, oldRecordsSearched } from './read-tables.ts'
import { typedIsKept } from './story.ts'

// Desk only: the list is a table here; what it says is the same on a phone.

const app = openApp('ons', async (pool) => {
  await pool.query(
    "insert into contacts (name, phone) select 'Paged Person ' || n, '' from generate_series(1, 12) as n",
  )
  await pool.query("insert into addresses (combadd) select n || ' LINK LANE' from generate_series(1, 7) as n")
  await pool.query("insert into businesses (name, address_id) values ('Vale Bakery', 1), ('Vale Books', 1)")
})
let count = 0
/** A new contact for each test. */
const contact = async (fields: { email?: string; phone?: string; notes?: string } = {}) => {
  count += 1
  const name = `Test Contact ${count}`
  const id = await app.put('insert into contacts (name, email, phone, notes) values ($1, $2, $3, $4) returning id', [
    name,
    fields.email ?? null,
    fields.phone ?? null,
    fields.notes ?? null,
  ])
  return { id, name, path: `/contacts/${id}` }
}
const atOffice = async (id: number) =>
  (await app.rows('select name, email, phone, notes from contacts where id = $1', [id]))[0]
const field = (page: Page, name: string) => page.getByRole('form').getByLabel(name)
/** The options of a search box. */
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const unsentState = (page: Page, words: string) => page.locator('[data-entry-state]').filter({ hasText: words })

test('CO-01 a search box, Add contact, and the columns name, email, phone; CO-02 ten digits are (###) ###-####, all else N/A', async () => {
  const whole = await contact({ email: 'one@find.example', phone: '443-555.0123' })
  const odd = await contact({ phone: '555 0123' })
  const page = await app.open('/contacts')
  const list = page.getByRole('table', { name: 'Contacts' })
  await expect(list.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Phone'])
  await expect(list.getByRole('row')).toHaveCount(11)
  await expect(page.getByText(/^Page 1 of \d$/)).toBeVisible()
  const search = page.getByLabel('Search contacts')
  await search.fill('t')
  await expect(page.getByText(/^Page 1 of \d$/)).toBeVisible()
  await search.fill('(443) 555')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list.getByRole('cell')).toHaveText([whole.name, 'one@find.example', '(443) 555-0123'])
  await search.fill(odd.name)
  await expect(list.getByRole('cell')).toHaveText([odd.name, 'N/A', 'N/A'])
  await search.fill('nobody at all')
  await expect(page.getByText('No contacts match your search.')).toBeVisible()
  await search.fill(whole.name)
  await list.getByRole('link', { name: whole.name }).click()
  await expect(page).toHaveURL(new RegExp(`${whole.path}$`))
})

test('CO-03 name is required, the email must be one, blank is null; CO-05 a refused one says Failed to create contact', async () => {
  const page = await app.open('/contacts')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const form = page.getByRole('dialog').getByRole('form')
  await form.getByRole('button', { name: 'Save Contact' }).click()
  await expect(form).toContainText('Name is required')
  await field(page, 'Name').fill('  Ines Dorn ')
  await field(page, 'Email').fill('no mail')
  await form.getByRole('button', { name: 'Save Contact' }).click()
  await expect(form).toContainText('Enter a valid email address')
  await field(page, 'Email').fill(' ')
  await field(page, 'Phone').fill(' ext. 12 ')
  await form.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ines Dorn')
  await expect
    .poll(() => app.rows("select email, phone from contacts where name = 'Ines Dorn'"))
    .toEqual([{ email: null, phone: 'ext. 12' }])

  app.town.faults.inject = refuse(/POST .*\/contacts/, 422, 'The book is closed')
  await page.getByRole('link', { name: 'Contacts' }).last().click()
  await page.getByRole('button', { name: 'Add contact' }).click()
  await field(page, 'Name').fill('Not Today')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(unsentState(page, 'Failed to create contact: The book is closed')).toBeVisible()
  await page.getByRole('link', { name: 'Contacts' }).last().click()
  await page.getByLabel('Search contacts').fill('Not Today')
  await expect(page.getByRole('row', { name: /Not Today/ })).toContainText('Refused')
})

test('CO-04 one with the same email or phone digits blocks, with a link to it, with signal and without', async () => {
  const known = await contact({ email: 'Known@Find.example', phone: '(410) 555-9876' })
  const page = await app.open('/contacts')
  await page.getByLabel('Search contacts').fill(known.name)
  await expect(page.getByRole('link', { name: known.name })).toBeVisible()
  await app.signalOff()
  await page.getByRole('button', { name: 'Add contact' }).click()
  const block = page.getByRole('alert').filter({ hasText: 'A contact with this email or phone already exists.' })
  await field(page, 'Name').fill('Somebody Else')
  await field(page, 'Email').fill('known@find.example')
  await expect(block.getByRole('link', { name: known.name })).toHaveAttribute('href', known.path)
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await field(page, 'Email').fill('')
  await expect(block).toHaveCount(0)
  await field(page, 'Phone').fill('410 5559876')
  await expect(block).toBeVisible()
  await page.getByRole('button', { name: `Use ${known.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(known.name)
  expect(await app.rows("select 1 from contacts where name = 'Somebody Else'")).toEqual([])
})

test('CO-04 the worker of the lists compares: the page does not read the table of contacts', async () => {
  const known = await contact({ email: 'Compared@Find.example' })
  const page = await app.open('/contacts')
  await page.getByLabel('Search contacts').fill(known.name)
  await expect(page.getByRole('link', { name: known.name })).toBeVisible()
  await oldRecordsSearched(page)
  // Without signal, because storing the office's list reads the table as well.
  await app.signalOff()
  const tablesRead = await noteReadTables(page)
  await page.getByRole('button', { name: 'Add contact' }).click()
  await field(page, 'Name').fill('Somebody Else')
  await field(page, 'Email').fill('compared@find.example')
  await expect(page.getByRole('button', { name: `Use ${known.name}` })).toBeVisible()
  await field(page, 'Email').fill('nobody.else@find.example')
  await expect(page.getByRole('button', { name: `Use ${known.name}` })).toHaveCount(0)
  expect(await tablesRead()).not.toContain('contact')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Somebody Else')
  await app.signalOn()
})

test('CO-04 a contact is compared before it is saved, also if the code of lists is out of reach', async ({
  browser,
}) => {
  const known = await contact({ email: 'unreached@find.example' })
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  await page.route('**/list-worker*', (route) => route.abort())
  await page.goto(app.town.url)
  await signIn(page, 'admin')
  await page.goto(`${app.town.url}${known.path}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(known.name)
  await page.goto(`${app.town.url}/contacts`)
  await page.getByRole('button', { name: 'Add contact' }).click()
  await field(page, 'Name').fill('Somebody Unreached')
  await field(page, 'Email').fill('unreached@find.example')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByRole('button', { name: `Use ${known.name}` })).toBeVisible()
  expect(await app.rows("select 1 from contacts where name = 'Somebody Unreached'")).toEqual([])
  await page.context().close()
})

test('CO-06 Basic Information is edited in place; CO-16 the notes survive; CO-07 a refusal says Could not update contact.', async () => {
  const { id, name, path } = await contact({ email: 'edit@find.example', notes: 'Deaf in one ear' })
  const page = await app.open(path)
  const basics = section(page, 'Basic Information')
  await expect(basics).toContainText('Deaf in one ear')
  await basics.getByRole('button', { name: 'Edit' }).click()
  await field(page, 'Name').fill('Somebody')
  await field(page, 'Email').fill('')
  await basics.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await basics.getByRole('button', { name: 'Edit' }).click()
  await expect(field(page, 'Name')).toHaveValue(name)
  await expect(field(page, 'Email')).toHaveValue('edit@find.example')
  await field(page, 'Name').fill(' ')
  await basics.getByRole('button', { name: 'Save' }).click()
  await expect(basics).toContainText('Name is required')
  await field(page, 'Name').fill(`${name} Jr`)
  await field(page, 'Phone').fill('(443) 555-7777')
  await basics.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Contact saved (waiting to send)')).toBeVisible()
  await expect(basics.getByRole('link', { name: '(443) 555-7777' })).toBeVisible()
  const kept = { name: `${name} Jr`, email: 'edit@find.example', phone: '(443) 555-7777', notes: 'Deaf in one ear' }
  await expect.poll(() => atOffice(id)).toEqual(kept)

  app.town.faults.inject = refuse(/PUT .*\/contacts/, 409, 'Taken already')
  await basics.getByRole('button', { name: 'Edit' }).click()
  await field(page, 'Email').fill('harriet@vale.example')
  await expect(basics.getByRole('link', { name: 'Harriet Vale' })).toHaveAttribute('href', '/contacts/1')
  await basics.getByRole('button', { name: 'Save' }).click()
  await expect(unsentState(page, 'Could not update contact.: Taken already')).toBeVisible()
  expect(await atOffice(id)).toEqual(kept)
})

test('CO-06 an edit half typed outlives the page, and asks before it comes back', async () => {
  const { name, path } = await contact()
  let page = await app.open(path)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await field(page, 'Phone').fill('443 555 1')
  await typedIsKept(page, '443 555 1')
  await page.close()
  page = await app.open(path)
  await expect(page.getByText('An edit of this contact was left unfinished here.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(field(page, 'Phone')).toHaveValue('443 555 1')
  await expect(field(page, 'Name')).toHaveValue(name)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
})

test('CO-08 associations with their counts, to be shown and hidden; CO-15 and their words for none', async () => {
  const bare = await contact()
  const full = await contact()
  await app.rows('insert into address_contacts (address_id, contact_id) values (1, $1)', [full.id])
  await app.rows('insert into business_contacts (business_id, contact_id) values (1, $1), (2, $1)', [full.id])
  for (const source of ['Complaint', 'Complaint', 'Single Family License'])
    await inspectionIn(app, { source, address_id: 1, contact_id: full.id })
  const permitted = await inspectionIn(app, { source: 'Building/Dumpster/POD permit', contact_id: full.id })
  await app.rows('insert into permits (inspection_id, permit_type, permit_number) values ($1, $2, $3)', [
    permitted,
    'Dumpster',
    'P-77',
  ])
  let page = await app.open(full.path)
  const groups = { Addresses: 1, Businesses: 2, Inspections: 2, Permits: 1, Complaints: 2 }
  for (const [title, number] of Object.entries(groups)) {
    await expect(section(page, new RegExp(`^${title}`)).getByRole('heading')).toHaveText(`${title}${number}`)
    await expect(section(page, new RegExp(`^${title}`)).getByRole('listitem')).toHaveCount(number)
  }
  await expect(page.getByRole('link', { name: /P-77/ })).toHaveAttribute('href', /\/permit\/\d+$/)
  await page.getByRole('button', { name: 'Hide Complaints' }).click()
  await expect(section(page, /^Complaints/).getByRole('listitem')).toHaveCount(0)
  page = await app.open(bare.path)
  await expect(page.getByText('No associated addresses')).toBeVisible()
  await expect(page.getByText('No associated businesses')).toBeVisible()
  for (const [title, words] of [
    ['Inspections', 'No related inspections'],
    ['Permits', 'No related permits'],
    ['Complaints', 'No related complaints'],
  ]) {
    await page.getByRole('button', { name: `Show ${title}` }).click()
    await expect(page.getByText(String(words))).toBeVisible()
  }
  await expect(page.getByText('No comments available')).toBeVisible()
})

test('CO-08 without signal a contact that was never opened says of each kind that it is not on this device', async () => {
  const { name } = await contact()
  const page = await app.open('/contacts')
  await page.getByLabel('Search contacts').fill(name)
  const link = page.getByRole('link', { name })
  await expect(link).toBeVisible()
  await app.signalOff()
  await link.click()
  for (const title of ['Inspections', 'Permits', 'Complaints'])
    await expect(section(page, title)).toContainText(`Earlier ${title.toLowerCase()} are not on this device.`)
})

test('CO-09 LS-03 LS-04 addresses and businesses are searched, linked, and removed after a question; a failure is empty', async () => {
  const { id, path } = await contact()
  const page = await app.open(path)
  const addresses = section(page, /^Addresses/)
  await addresses.getByRole('button', { name: 'Link address' }).click()
  const search = addresses.getByRole('combobox', { name: 'Address' })
  await search.fill('L')
  await expect(options(page)).toHaveCount(0)
  await search.fill('LINK LANE')
  await expect(options(page)).toHaveCount(5)
  app.town.faults.inject = refuse(/GET .*addresses\/search/, 500, 'Out of order')
  await search.fill('LINK LAN')
  await expect(page.getByText('Failed to search addresses')).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  app.town.faults.inject = () => undefined
  await search.fill('3 LINK')
  await options(page).filter({ hasText: '3 LINK LANE' }).click()
  await expect(news(page, 'Address linked (waiting to send)')).toBeVisible()
  const businesses = section(page, /^Businesses/)
  await businesses.getByRole('button', { name: 'Link business' }).click()
  await businesses.getByRole('combobox', { name: 'Business' }).fill('V')
  await expect(options(page)).toHaveCount(0)
  await businesses.getByRole('combobox', { name: 'Business' }).fill('Vale Bo')
  await options(page).filter({ hasText: 'Vale Books' }).click()
  const links = async () => [
    await app.rows('select address_id from address_contacts where contact_id = $1', [id]),
    await app.rows('select business_id from business_contacts where contact_id = $1', [id]),
  ]
  await expect.poll(links).toEqual([[{ address_id: 5 }], [{ business_id: 2 }]])
  await expect(addresses.getByRole('listitem')).toContainText('3 LINK LANE')
  await expect(businesses.getByRole('listitem')).toContainText('Vale Books')

  await addresses.getByRole('button', { name: 'Remove 3 LINK LANE' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Remove this address from the contact?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(addresses.getByRole('listitem')).toHaveCount(1)
  await addresses.getByRole('button', { name: 'Remove 3 LINK LANE' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(addresses.getByRole('listitem')).toHaveCount(0)
  await businesses.getByRole('button', { name: 'Remove Vale Books' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(links).toEqual([[], []])
})

test('CO-10 a refused link and CO-11 a refused removal are shown on the item in the words of the specification', async () => {
  const { id, path } = await contact()
  await app.rows('insert into address_contacts (address_id, contact_id) values (1, $1)', [id])
  await app.rows('insert into business_contacts (business_id, contact_id) values (1, $1)', [id])
  const page = await app.open(path)
  const addresses = section(page, /^Addresses/)
  const businesses = section(page, /^Businesses/)
  await expect(addresses.getByRole('listitem')).toHaveCount(1)
  app.town.faults.inject = refuse(/(POST|DELETE) .*\/contacts/, 422, 'Not today')
  await addresses.getByRole('button', { name: 'Link address' }).click()
  await addresses.getByRole('combobox', { name: 'Address' }).fill('4 LINK')
  await options(page).first().click()
  await businesses.getByRole('button', { name: 'Link business' }).click()
  await businesses.getByRole('combobox', { name: 'Business' }).fill('Vale Books')
  await options(page).first().click()
  await expect(addresses.getByRole('listitem').filter({ hasText: '4 LINK LANE' })).toContainText(
    'Could not link address to contact.: Not today',
  )
  await expect(businesses.getByRole('listitem').filter({ hasText: 'Vale Books' })).toContainText(
    'Could not link business to contact.: Not today',
  )
  // The removal cancels the refused work, and nothing more is sent.
  await addresses.getByRole('button', { name: 'Remove 4 LINK LANE' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(addresses.getByRole('listitem')).toHaveCount(1)
  for (const [group, name, words] of [
    [addresses, '12 ELM STREET', 'Could not remove address from contact.: Not today'],
    [businesses, 'Vale Bakery', 'Could not remove business from contact.: Not today'],
  ] as const) {
    await group.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(group.getByRole('listitem').filter({ hasText: name })).toContainText(words)
  }
})

test('CO-17 failed loads say so only if the device has nothing; LS-01', async ({ page }) => {
  const { path, name } = await contact()
  app.town.faults.inject = refuse(/GET .*\/contacts/, 500, 'Out of order')
  // A device that never fetched a contact.
  await page.goto(app.town.url)
  await signIn(page, 'oas')
  await page.goto(`${app.town.url}/contacts`)
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to fetch contacts')
  await page.goto(app.town.url + path)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch contact details')
  app.town.faults.inject = () => undefined
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  app.town.faults.inject = refuse(/GET .*\/contacts/, 500, 'Out of order')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('CO-01 CO-09 a contact made and linked without signal arrives with its links', async () => {
  const opened = await app.open('/businesses')
  await expect(opened.getByRole('link', { name: 'Vale Bakery' })).toBeVisible()
  await app.signalOff()
  const page = await app.open('/contacts')
  await page.getByRole('button', { name: 'Add contact' }).click()
  await field(page, 'Name').fill('Cellar Person')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(news(page, 'Contact saved (waiting to send)')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cellar Person')
  const businesses = section(page, /^Businesses/)
  await businesses.getByRole('button', { name: 'Link business' }).click()
  await businesses.getByRole('combobox', { name: 'Business' }).fill('Bakery')
  await options(page).first().click()
  await expect(businesses.getByRole('listitem')).toContainText('Vale Bakery')
  await expect(businesses.getByRole('listitem')).toContainText('Saved on this computer')
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() =>
      app.rows(
        "select business_id from business_contacts join contacts c on c.id = contact_id where c.name = 'Cellar Person'",
      ),
    )
    .toEqual([{ business_id: 1 }])
})

test('CO-01 CO-09 a Guest reads only', async ({ page }) => {
  await page.goto(`${app.town.url}/contacts/1`)
  await signIn(page, 'guest')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harriet Vale')
  await expect(section(page, 'Basic Information')).toContainText('harriet@vale.example')
  await expect(page.getByRole('button', { name: /^(Edit|Link|Remove)/ })).toHaveCount(0)
  await page.goto(`${app.town.url}/contacts`)
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add contact' })).toHaveCount(0)
})

test('CO-06 CO-16 two people edit one contact: different fields are both kept, with a note; the same field is asked about', async ({
  page: office,
}) => {
  const { id, name, path } = await contact({ email: 'both@find.example', phone: '443 555 0001', notes: 'Rings twice' })
  const edit = async (on: Page, label: string, value: string) => {
    await section(on, 'Basic Information').getByRole('button', { name: 'Edit' }).click()
    await field(on, label).fill(value)
    await section(on, 'Basic Information').getByRole('button', { name: 'Save' }).click()
  }
  await office.goto(app.town.url + path)
  await signIn(office, 'oas')
  const page = await app.open(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await test.step('different fields', async () => {
    await page.context().setOffline(true)
    await edit(page, 'Phone', '443 555 0002')
    await expect(unsentState(page, 'Saved on this computer')).toBeVisible()
    await edit(office, 'Email', 'moved@find.example')
    await expect.poll(() => atOffice(id)).toMatchObject({ email: 'moved@find.example', phone: '443 555 0001' })
    // The signal that comes back sends by itself.
    await page.context().setOffline(false)
    const both = { name, email: 'moved@find.example', phone: '443 555 0002', notes: 'Rings twice' }
    await expect.poll(() => atOffice(id)).toEqual(both)
    await page.goto(app.town.url + path)
    await expect(page.getByText('Somebody else changed this meanwhile as well; both changes are kept.')).toBeVisible()
    await expect(section(page, 'Basic Information')).toContainText('moved@find.example')
  })

  for (const [before, choice, mine, theirs, end] of [
    [name, 'Keep mine', 'Mine First', 'Theirs First', 'Mine First'],
    ['Mine First', 'Take theirs', 'Mine Second', 'Theirs Second', 'Theirs Second'],
  ] as const)
    await test.step(`the same field: ${choice}`, async () => {
      await office.reload()
      // The office edits the current record, and not its device's older copy, which would raise another question.
      await expect(office.getByRole('heading', { level: 1 })).toHaveText(before)
      await page.context().setOffline(true)
      await edit(page, 'Name', mine)
      await edit(office, 'Name', theirs)
      await expect.poll(() => atOffice(id)).toMatchObject({ name: theirs })
      await page.context().setOffline(false)
      await page.goto(`${app.town.url}/unsent`)
      const item = page.getByRole('article', { name: `Changes to the contact ${mine}` })
      await expect(item.getByRole('table', { name: 'Both versions' }).getByRole('cell')).toHaveText([mine, theirs])
      await item.getByRole('button', { name: choice }).click()
      await expect(item).toHaveCount(0)
      await expect.poll(() => atOffice(id)).toMatchObject({ name: end, notes: 'Rings twice' })
      await page.goto(app.town.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(end)
    })
})

/** A comment in the list. */
const item = (on: Page, words: string) =>
  on.getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: words })

test('CO-12 CO-13 CO-14 CO-15 LS-05 a comment has text and counted files; blank is not posted; a refusal is seen on it', async () => {
  const { id, path } = await contact()
  await app.rows("insert into contact_comments (contact_id, user_id, comment) values ($1, 1, 'Without files')", [id])
  let page = await app.open(path)
  const comments = section(page, /^Comments/)
  await expect(item(page, 'Without files')).toContainText('No attachments found')
  await comments.getByRole('button', { name: 'Add Comment' }).click()
  await comments.getByLabel('Comment', { exact: true }).fill('   ')
  await comments.getByRole('button', { name: 'Add Comment' }).click()
  await expect(comments.getByRole('listitem')).toHaveCount(1)
  const files = await photoFiles(2)
  await comments.locator('input[multiple]').setInputFiles(files)
  await expect(comments.getByText('2 files')).toBeVisible()
  await comments.getByLabel('Comment', { exact: true }).fill(' Called about the porch ')
  await comments.getByRole('button', { name: 'Add Comment' }).click()
  await expect(item(page, 'Called about the porch')).toHaveCount(1)
  await expect
    .poll(() => app.rows('select comment from contact_comments where contact_id = $1 order by id desc limit 1', [id]))
    .toEqual([{ comment: 'Called about the porch' }])
  page = await app.open(path)
  await expect(item(page, 'porch').getByRole('button', { name: 'View attachments (2)' })).toBeVisible()
  await expect(item(page, 'porch').getByRole('button', { name: 'Download attachments (2)' })).toBeVisible()
  await expect(item(page, 'Without files')).toContainText('No attachments found')

  app.town.faults.inject = refuse(/POST .*\/comments/, 422, 'Say less')
  const form = section(page, /^Comments/)
  await form.getByLabel('Comment', { exact: true }).fill('Refused remark')
  await form.getByRole('button', { name: 'Add Comment' }).click()
  await expect(item(page, 'Refused remark')).toContainText('Say less')

  await test.step('LS-05 attachments that cannot be had are an empty list without an alarm', async () => {
    app.town.faults.inject = refuse(/GET .*attachments/, 500, 'Out of order')
    page = await app.open(path)
    await expect(item(page, 'Without files')).toContainText('No attachments found')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('I16 CO-12 the office gives a contact its number while a comment on it is typed: every letter stays', async () => {
  const page = await app.open('/contacts')
  await expect(page.getByRole('button', { name: 'Add contact' })).toBeVisible()
  await app.signalOff()
  await page.getByRole('button', { name: 'Add contact' }).click()
  await page.getByLabel('Name').fill('Zoe New')
  await page.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page).toHaveURL(/contacts\/-\d+$/)
  const comment = page.getByRole('form', { name: 'Add a comment' }).getByRole('textbox', { name: 'Comment' })
  await comment.click()
  await app.signalOn()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  let typed = ''
  const type = async () => {
    const words = `word${typed.length} `
    typed += words
    await page.keyboard.type(words, { delay: 20 })
    return (await app.rows(`select 1 as made from contacts where name = 'Zoe New'`)).length
  }
  await expect.poll(type, { intervals: [0], timeout: 30_000 }).toBe(1)
  // The answer of the office reaches the page while these are typed.
  for (let n = 0; n < 10; n++) await type()
  await expect(comment).toHaveValue(typed)
  await expect(page.getByText('left unfinished')).toHaveCount(0)
})
