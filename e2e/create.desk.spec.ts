import { expect, type Locator, type Page } from '@playwright/test'
import { inspectionIn, news, openApp, photoFiles, refuse, signIn, test } from './open-app.ts'
import { noteReadTables, oldRecordsSearched } from './read-tables.ts'
import { everythingSent, onDevice, typedIsKept } from './story.ts'

// Desk only: the forms are the same on a phone, and the phone specs cover the stories.

let business = 0
const app = openApp('ons', async (pool) => {
  await pool.query("insert into units (number, address_id) values ('9', 2), ('10', 2)")
  const { rows } = await pool.query<{ id: string }>(
    `insert into businesses (name, trading_as, address_id, unit_id)
     values ('Vale Bakery', 'Crumbs', 1, 1) returning id`,
  )
  business = Number(rows[0]?.id)
})

const openForm = async (key: string, title: string) => {
  const page = await app.open(`/?new=${key}`)
  const form = page.getByRole('form', { name: title })
  await expect(form).toBeVisible()
  return { page, form }
}
/** Types into a picker and chooses the option. */
const pick = async (within: Page | Locator, label: string, typed: string, option: string | RegExp) => {
  await within.getByRole('combobox', { name: label }).fill(typed)
  await within.getByRole('option', { name: option }).click()
}
const last = async (table: string, columns: string) =>
  (await app.rows(`select ${columns} from ${table} order by id desc limit 1`))[0]
const created = 'Inspection created successfully! (waiting to send)'
const isIdle = (page: Page) => everythingSent(page)

test('CF-01 CF-02 CF-03 CF-04 CF-09 a violation with codes, deadline, type and files is read once more, then made', async () => {
  const { page, form } = await openForm('violation', 'New Violation')
  await expect(form.getByLabel('Assign to')).toHaveCount(0)
  const deadlines = form.getByRole('radiogroup', { name: 'Deadline' })
  await expect(deadlines.locator('label > span')).toHaveText([
    ...['Immediate', '1 day', '3 days', '7 days', '14 days', '30 days'],
  ])
  await expect(deadlines.getByRole('radio', { name: 'Immediate' })).toBeChecked()
  await form.getByRole('button', { name: 'Review and Create' }).click()
  await expect(form.getByRole('alert')).toContainText('Choose an address')
  await pick(form, 'Address', 'elm', /12 ELM STREET/)
  await pick(form, 'Codes', 'grass', /Tall grass/)
  await page.keyboard.press('Escape')
  await form.getByRole('radio', { name: '7 days' }).check()
  await form.getByLabel('Violation Type').selectOption('Formal Notice')
  await form.locator('input[type=file][multiple]').setInputFiles(await photoFiles(2))
  await expect(form.getByText('2 files')).toBeVisible()
  await form.getByRole('button', { name: 'Review and Create' }).click()
  const check = page.getByRole('dialog', { name: 'Create this violation?' })
  await expect(check).toContainText('12 ELM STREET')
  await expect(check).toContainText('Tall grass')
  expect(await app.rows('select id from violations')).toEqual([])
  await check.getByRole('button', { name: 'Create Violation' }).click()
  await expect(news(page, 'Violation created! (waiting to send)')).toBeVisible()
  await expect(form).toHaveCount(0)
  await isIdle(page)
  expect(await last('violations', 'id, address_id, user_id, deadline, violation_type')).toMatchObject({
    ...{ address_id: 1, user_id: 1, deadline: '7 days', violation_type: 'Formal Notice' },
  })
  await expect
    .poll(() => app.rows("select count(*)::int as n from attachments where owner_type = 'violation'"))
    .toEqual([{ n: 2 }])
  await expect(page.getByRole('link', { name: 'Open the new violation' })).toHaveAttribute('href', /^\/violation\//)

  const id = await inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1 })
  const review = await app.open(`/inspections/${id}/review`)
  await expect(review.getByRole('form', { name: 'Create Violation Notice' })).toBeVisible()
})

test('CF-10 a refused violation says Failed to create violation and the server’s words', async () => {
  app.town.faults.inject = refuse(/POST .*violations/, 422, 'This address is closed')
  const { page, form } = await openForm('violation', 'New Violation')
  await pick(form, 'Address', 'quarry', /48 QUARRY ROAD/)
  await form.getByRole('button', { name: 'Review and Create' }).click()
  await page.getByRole('button', { name: 'Create Violation', exact: true }).click()
  // It names no section: that takes a second word.
  await page.getByRole('button', { name: 'Create without a section' }).click()
  await expect(page.locator('[data-entry-state=Refused]')).toContainText(
    'Failed to create violation: This address is closed',
  )
  app.town.faults.inject = () => undefined
  await page.getByRole('link', { name: 'Repair it in Unsent work' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await isIdle(page)
})

test('CF-13 CF-17 CF-18 CF-39 the complaint form: an address loads its units, a business brings both, the contact toggles', async () => {
  const { page, form } = await openForm('complaint', 'New Complaint')
  await expect(page.getByRole('heading', { name: 'New Complaint' })).toBeVisible()
  await expect(form.getByText('Address *')).toBeVisible()
  await expect(form.getByText('Application or Photos')).toBeVisible()
  await expect(form.locator('input[type=file][multiple]')).toHaveAttribute('accept', /image\/\*.*application\/pdf/)
  for (const name of ['Add a New Unit', 'Add a Business', 'Create New Complaint'])
    await expect(form.getByRole('button', { name })).toBeVisible()
  await expect(form.getByLabel('Assign to ONS member')).toHaveCount(0)

  const unit = form.getByLabel('Unit')
  await expect(unit).toBeDisabled()
  await pick(form, 'Address', 'quarry', /48 QUARRY ROAD/)
  await expect(unit.getByRole('option')).toHaveText(['No unit', 'Unit 9', 'Unit 10'])
  await unit.selectOption('Unit 10')
  await form.getByRole('button', { name: 'Clear Address' }).click()
  await expect(unit).toBeDisabled()
  await expect(unit.getByRole('option')).toHaveCount(1)
  await pick(form, 'Address', 'elm', /12 ELM STREET/)
  await expect(unit.getByRole('option')).toHaveText(['No unit', 'Unit 1A'])
  await expect(unit).toHaveValue('')
  await form.getByRole('button', { name: 'Clear Address' }).click()

  await pick(form, 'Business', 'crumbs', /Vale Bakery/)
  await expect(form.getByRole('group', { name: 'Address' })).toContainText('12 ELM STREET')
  await expect(unit).toHaveValue('1')
  await form.getByRole('button', { name: 'Clear Business' }).click()
  await expect(form.getByRole('combobox', { name: 'Address' })).toBeVisible()
  await expect(unit).toBeDisabled()

  const contact = form.getByRole('group', { name: 'Contact', exact: true })
  await pick(contact, 'Search contacts', 'harri', /Harriet Vale/)
  await contact.getByRole('button', { name: 'New contact' }).click()
  await contact.getByLabel('Contact name').fill('Somebody')
  await contact.getByLabel('Contact email').fill('HARRIET@vale.example')
  await expect(contact.getByRole('alert')).toContainText('A contact with this email or phone already exists.')
  await contact.getByRole('button', { name: 'Existing contact' }).click()
  await expect(contact.getByRole('combobox', { name: 'Search contacts' })).toHaveValue('')
  await contact.getByRole('button', { name: 'New contact' }).click()
  await expect(contact.getByLabel('Contact name')).toHaveValue('')
  await expect(contact.getByLabel('Contact email')).toHaveValue('')
  await contact.getByRole('button', { name: 'Existing contact' }).click()
})

test('CF-19 a blank description is not saved; CF-20 without an address it asks; CF-22 source Complaint, paid false', async () => {
  const { page, form } = await openForm('complaint', 'New Complaint')
  const save = form.getByRole('button', { name: 'Create New Complaint' })
  await form.getByLabel('Description').fill('   ')
  await save.click()
  await expect(form.getByRole('alert')).toContainText('Describe the complaint')
  await form.getByLabel('Description').fill('Loud music every night')
  await expect(form.getByRole('alert')).toHaveCount(0)
  await save.click()
  const question = page.getByRole('dialog', { name: 'Save without an address?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  expect(await app.rows("select id from inspections where source = 'Complaint'")).toEqual([])
  await save.click()
  await question.getByRole('button', { name: 'Save without an address' }).click()
  await expect(news(page, created)).toBeVisible()
  await isIdle(page)
  expect(await last('inspections', 'source, address_id, description, paid, inspector_id')).toEqual({
    ...{
      source: 'Complaint',
      address_id: null,
      description: 'Loud music every night',
      paid: false,
      inspector_id: null,
    },
  })
})

test('CF-23 a business fills a complaint in and is not sent with it; CF-29 a refusal says Error creating inspection.', async () => {
  const { page, form } = await openForm('complaint', 'New Complaint')
  await pick(form, 'Business', 'bakery', /Vale Bakery/)
  await form.getByLabel('Description').fill('Smoke from the oven')
  app.town.faults.inject = refuse(/POST .*\/inspections\/$/, 422, 'Not today')
  await form.getByRole('button', { name: 'Create New Complaint' }).click()
  await expect(page.locator('[data-entry-state=Refused]')).toContainText('Error creating inspection.: Not today')
  app.town.faults.inject = () => undefined
  await page.getByRole('link', { name: 'Repair it in Unsent work' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await isIdle(page)
  expect(await last('inspections', 'address_id, unit_id, business_id, description')).toEqual({
    ...{ address_id: 1, unit_id: 1, business_id: null, description: 'Smoke from the oven' },
  })
})

test('CF-24 each license form makes an inspection of its source; CF-30 with its words; CF-27 the business brings the address', async () => {
  for (const [key, title, source, save] of [
    ['multifamily', 'Create New Multifamily License', 'Multifamily License', 'Create Multifamily License'],
    ['single-family', 'Create New Single Family License', 'Single Family License', 'Create Single Family License'],
  ] as const) {
    const { page, form } = await openForm(key, title)
    await pick(form, 'Address', 'quarry', /48 QUARRY ROAD/)
    await form.getByLabel('Scheduled Date').fill('2031-03-09T14:05')
    await form.getByLabel('Paid').check()
    await form.getByRole('button', { name: save }).click()
    await expect(news(page, created)).toBeVisible()
    await isIdle(page)
    expect(await last('inspections', 'source, address_id, paid, scheduled_datetime')).toEqual({
      ...{ source, address_id: 2, paid: true, scheduled_datetime: expect.stringMatching(/^2031-03-09T14:05/) },
    })
  }
  const { page, form } = await openForm('business', 'New Business License')
  const save = form.getByRole('button', { name: 'Create Business License' })
  await save.click()
  await expect(form.getByRole('alert')).toContainText(
    'Please select a business with a valid address before submitting.',
  )
  await pick(form, 'Business', 'vale', /Vale Bakery/)
  await expect(form).toContainText('12 ELM STREET')
  await save.click()
  await expect(news(page, created)).toBeVisible()
  await isIdle(page)
  expect(await last('inspections', 'source, address_id, unit_id, business_id, paid')).toEqual({
    ...{ source: 'Business License', address_id: 1, unit_id: 1, business_id: business, paid: false },
  })
})

test('CF-27 CF-28 a business that its list shows without an address is asked for by itself; until then it says so', async () => {
  const id = await app.put("insert into businesses (name, address_id) values ('Mill Tavern', 2) returning id")
  let page = await app.open('/businesses')
  // A list that was just fetched is not fetched again at once.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Mill Tavern').first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await app.signalOff()
  // The row as a server sends it whose lists have no addresses.
  await page.evaluate(async (businessId) => {
    const name = (await indexedDB.databases()).map((it) => it.name ?? '').find((it) => /^codesoft-.*-1$/.test(it)) ?? ''
    await new Promise<void>((resolve) => {
      const asked = indexedDB.open(name)
      asked.onsuccess = () => {
        const store = asked.result.transaction('business', 'readwrite').objectStore('business')
        store.get(businessId).onsuccess = (event) => {
          // The target of the success event is the request.
          const row = (event.target as IDBRequest<Record<string, unknown>>).result
          store.put({ ...row, address_id: null, address: null }).onsuccess = () => {
            asked.result.close()
            resolve()
          }
        }
      }
    })
  }, id)
  const opened = await openForm('business', 'New Business License')
  page = opened.page
  const { form } = opened
  await pick(form, 'Business', 'tavern', /Mill Tavern/)
  await form.getByRole('button', { name: 'Create Business License' }).click()
  await expect(form.getByRole('alert')).toContainText(
    'Please select a business with a valid address before submitting.',
  )
  await app.signalOn()
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(form).toContainText('48 QUARRY ROAD', { timeout: 500 })
  }).toPass()
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Create Business License' }).click()
  await expect.poll(() => last('inspections', 'address_id, business_id')).toEqual({ address_id: 2, business_id: id })
})

test('CF-26 a permit needs an address; CF-30 Permit inspection created successfully!; CF-29 Error creating permit.', async () => {
  const { page, form } = await openForm('permit', 'Create New Building/Dumpster/POD Permit')
  await form.getByRole('button', { name: 'Create Permit' }).click()
  await expect(form.getByRole('alert')).toContainText('Please select an address before creating the permit.')
  await pick(form, 'Address', 'elm', /12 ELM STREET/)
  await expect(form.getByRole('alert')).toHaveCount(0)
  app.town.faults.inject = refuse(/POST .*\/inspections\/$/, 422, 'The permit desk is closed')
  await form.getByRole('button', { name: 'Create Permit' }).click()
  await expect(news(page, 'Permit inspection created successfully! (waiting to send)')).toBeVisible()
  await expect(page.locator('[data-entry-state=Refused]')).toContainText(
    'Error creating permit.: The permit desk is closed',
  )
  app.town.faults.inject = () => undefined
  await page.getByRole('link', { name: 'Repair it in Unsent work' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await isIdle(page)
  expect(await last('inspections', 'source')).toEqual({ source: 'Building/Dumpster/POD permit' })
})

test('CF-31 CF-34 a new unit from the form: an existing one is offered, a refused one reads Error: and the server’s words', async () => {
  const { page, form } = await openForm('complaint', 'New Complaint')
  await pick(form, 'Address', 'elm', /12 ELM STREET/)
  await form.getByRole('button', { name: 'Add a New Unit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a New Unit' })
  await dialog.getByLabel('Unit Number/Letter').fill('1a')
  await dialog.getByRole('button', { name: 'Use Unit 1A' }).click()
  await expect(form.getByLabel('Unit')).toHaveValue('1')
  app.town.faults.inject = refuse(/POST .*\/units/, 422, 'Units are frozen')
  await form.getByRole('button', { name: 'Add a New Unit' }).click()
  await dialog.getByLabel('Unit Number/Letter').fill('7Q')
  await dialog.getByRole('button', { name: 'Create Unit' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(form.getByLabel('Unit').locator('option:checked')).toHaveText('Unit 7Q')
  await expect(form.locator('[data-entry-state=Refused]')).toContainText('Error: Units are frozen')
  app.town.faults.inject = () => undefined
  await form.getByRole('button', { name: 'Clear Address' }).click()
  await page.goto(`${app.town.url}/unsent`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await isIdle(page)
})

test('CF-35 a business of this name at this address is offered instead, found without reading all businesses', async () => {
  await app.put(
    "insert into businesses (name, address_id) values ('Quarry Tools', 2), ('Quarry Tools', 1) returning id",
  )
  const { page, form } = await openForm('business', 'New Business License')
  // Storing the office's list reads the table as well, and is over by then.
  await expect(form.getByRole('button', { name: 'Add a Business' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await oldRecordsSearched(page)
  const tablesRead = await noteReadTables(page)
  await form.getByRole('button', { name: 'Add a Business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Business' })
  await dialog.getByLabel('Name').fill('quarry tools ')
  await expect(dialog.getByRole('button', { name: 'Use Quarry Tools' })).toHaveCount(0)
  await pick(dialog, 'Address', 'quarry', /48 QUARRY ROAD/)
  await dialog.getByRole('button', { name: 'Create Business' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A business with this name already stands at this address.')
  expect(await tablesRead()).not.toContain('business')
  await dialog.getByRole('button', { name: 'Use Quarry Tools' }).click()
  await expect(form.getByRole('group', { name: 'Business' })).toContainText('Quarry Tools')
  expect(await app.rows("select count(*)::int as n from businesses where name ilike 'quarry tools%'")).toEqual([
    { n: 2 },
  ])
  // The half-typed license would be asked about by the next test.
  await typedIsKept(page, 'Quarry Tools')
  await page.reload()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(form).toBeVisible()
  await expect.poll(async () => JSON.stringify(await onDevice(page, 'drafts'))).not.toContain('Quarry Tools')
})

test('CF-35 CF-36 CF-37 CF-38 a business is added over the form and chosen; a refusal reads Failed to create business.', async () => {
  const { page, form } = await openForm('business', 'New Business License')
  await form.getByRole('button', { name: 'Add a Business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Business' })
  await dialog.getByLabel('Employee count').fill('-2')
  await dialog.getByRole('button', { name: 'Create Business' }).click()
  await expect(dialog.getByText('Name and Address are required.')).toHaveCount(2)
  await expect(dialog.getByText('Enter 0 or more')).toBeVisible()
  await dialog.getByLabel('Employee count').fill('')
  await dialog.getByLabel('Name').fill('Quarry Coffee')
  await pick(dialog, 'Address', 'quarry', /48 QUARRY ROAD/)
  await expect(dialog.getByLabel('Unit').getByRole('option')).toHaveText(['Whole Building', 'Unit 9', 'Unit 10'])
  app.town.faults.inject = refuse(/POST .*\/businesses\/$/, 422, 'The register is closed')
  await dialog.getByRole('button', { name: 'Create Business' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(form.getByRole('group', { name: 'Business' })).toContainText('Quarry Coffee')
  await expect(form).toContainText('48 QUARRY ROAD')
  await expect(form.locator('[data-entry-state=Refused]')).toContainText(
    'Failed to create business.: The register is closed',
  )
  app.town.faults.inject = () => undefined
  await form.getByRole('button', { name: 'Create Business License' }).click()
  await expect(news(page, created)).toBeVisible()
  await page.goto(`${app.town.url}/unsent`)
  await page
    .getByRole('article', { name: 'New business Quarry Coffee' })
    .getByRole('button', { name: 'Try again' })
    .click()
  await isIdle(page)
  const made = await last('businesses', 'id, name, address_id, unit_id, employee_count, opened_on')
  expect(made).toMatchObject({
    name: 'Quarry Coffee',
    address_id: 2,
    unit_id: null,
    employee_count: null,
    opened_on: null,
  })
  await expect
    .poll(() => last('inspections', 'source, business_id'))
    .toEqual({
      source: 'Business License',
      business_id: made?.id,
    })
})

test('CF-14 CF-45 Admin assigns a complaint to an ONS member; a list that fails is an empty one', async ({ page }) => {
  app.town.faults.inject = refuse(/GET .*\/users\/ons/, 500, 'Out of order')
  await page.goto(`${app.town.url}/?new=complaint`)
  await signIn(page, 'admin')
  await page.goto(`${app.town.url}/?new=complaint`)
  const form = page.getByRole('form', { name: 'New Complaint' })
  const select = form.getByLabel('Assign to ONS member')
  await expect(select.getByRole('option')).toHaveText(['Unassigned'])
  app.town.faults.inject = () => undefined
  await page.reload()
  await expect(select.getByRole('option')).toHaveText(['Unassigned', 'Ona Sutter', 'Otis Nash'])
  await select.selectOption('Otis Nash')
  await pick(form, 'Address', 'elm', /12 ELM STREET/)
  await form.getByLabel('Description').fill('Rats in the yard')
  await form.getByRole('button', { name: 'Create New Complaint' }).click()
  await expect
    .poll(() => last('inspections', 'description, inspector_id'))
    .toEqual({
      description: 'Rats in the yard',
      inspector_id: 2,
    })
})
