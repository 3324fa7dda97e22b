import { expect, type Locator, type Page } from '@playwright/test'
import { smallPdf } from '../tests/harness/pdf.ts'
import { inspectionIn, news, openApp, photoFiles, refuse, section, sendNow, test } from './open-app.ts'

// Phone only: the desk shows the same.

const app = openApp('ons', (pool) =>
  pool.query("insert into contacts (name, phone) values ('Noel Brand', '4105550177')"),
)
const complaint = (fields: Record<string, unknown> = {}) =>
  inspectionIn(app, { source: 'Complaint', address_id: 1, inspector_id: 1, ...fields })
const row = (id: number, fields: string) => app.rows(`select ${fields} from inspections where id = $1`, [id])
const fact = (page: Page, name: string) =>
  section(page, 'Facts')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')

test('CP-01 the newest complaint first, then the one changed last, narrowed by status; CP-02 links to it and to its unit', async () => {
  const at = (created: string, updated: string, fields: Record<string, unknown>) =>
    complaint({ created_at: created, updated_at: updated, ...fields })
  const old = await at('2026-01-01', '2026-09-09', { description: 'Loud pump', unit_id: 1, status: 'satisfactory' })
  await at('2026-03-01', '2026-03-01', { description: 'Broken fence', address_id: null })
  await at('2026-03-01', '2026-04-01', { description: 'Open well', status: 'unknown' })
  const trash = await at('2026-02-01', '2026-02-01', { description: 'Trash', address_id: 2, status: 'violation' })
  const page = await app.open('/complaints')
  const rows = page.getByRole('table', { name: 'Complaints' }).locator('tbody tr')
  for (const [at, words] of ['Open well', 'Broken fence', 'Trash', 'Loud pump'].entries())
    await expect(rows.nth(at)).toContainText(words)
  await expect(rows.nth(3).getByRole('link', { name: '12 ELM STREET' })).toHaveAttribute('href', `/complaint/${old}`)
  await expect(rows.nth(3).getByRole('link', { name: 'Unit 1A' })).toHaveAttribute('href', '/address/1/unit/1')
  await expect(rows.nth(1).getByRole('link', { name: 'No address' })).toBeVisible()
  await page.getByLabel('Status').selectOption('Violation Found')
  await expect(rows).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Trash' }).getByRole('link').first()).toHaveAttribute(
    'href',
    `/complaint/${trash}`,
  )
})

test('CP-03 the title names complaint and source; CP-04 address and unit, or words for none; CP-08 description, contact', async () => {
  const full = await complaint({ unit_id: 1, contact_id: 1, description: 'Water comes\nthrough the ceiling' })
  const bare = await complaint({ source: '', address_id: null })
  let page = await app.open(`/complaint/${full}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Complaint Details — #${full}`)
  await expect(page.locator('main')).toContainText('Complaint')
  await expect(fact(page, 'Property address').getByRole('link')).toHaveAttribute('href', '/address/1')
  await expect(fact(page, 'Unit').getByRole('link', { name: 'Unit 1A' })).toHaveAttribute('href', '/address/1/unit/1')
  await expect(section(page, 'Description')).toContainText('Water comes through the ceiling')
  await expect(section(page, 'Contact').getByRole('link', { name: 'Harriet Vale', exact: true })).toHaveAttribute(
    'href',
    '/contacts/1',
  )
  await expect(section(page, 'Contact')).toContainText('harriet@vale.example')
  page = await app.open(`/complaint/${bare}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Complaint Details — #${bare}`)
  await expect(page.locator('main').getByText('Complaint', { exact: true })).toBeVisible()
  await expect(fact(page, 'Property address')).toHaveText('No address')
  await expect(fact(page, 'Unit')).toHaveText('—')
  // The unit's number cannot be fetched, so its id is shown.
  app.town.faults.inject = refuse(/GET .*\/units\//, 500, 'Out of order')
  await app.put("insert into units (id, number, address_id) overriding system value values (77, '9Z', 1) returning id")
  page = await app.open(`/complaint/${await complaint({ unit_id: 77 })}`)
  await expect(fact(page, 'Unit').getByRole('link', { name: 'Unit 77' })).toBeVisible()
})

test('CP-05 the finding is chosen and saved; a refusal is shown beside it', async () => {
  const id = await complaint({ status: 'unsatisfactory' })
  const page = await app.open(`/complaint/${id}`)
  const outcome = section(page, 'Outcome')
  const select = outcome.getByLabel('Violation found?')
  await expect(select).toHaveValue('Violation Found')
  await expect(select.locator('option')).toHaveText(['Pending', 'Violation Found', 'No Violation Found'])
  await select.selectOption('No Violation Found')
  await outcome.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Status saved (waiting to send)')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => row(id, 'status')).toEqual([{ status: 'No Violation Found' }])
  app.town.faults.inject = refuse(/status/, 422, 'This complaint is closed')
  await select.selectOption('Pending')
  await outcome.getByRole('button', { name: 'Save' }).click()
  await expect(outcome).toContainText('Failed to update status: This complaint is closed')
})

test('CP-05 a finding that the office stored while another was chosen is not overwritten without a question', async () => {
  const id = await complaint({ status: 'Pending' })
  const page = await app.open(`/complaint/${id}`)
  const outcome = section(page, 'Outcome')
  await outcome.getByLabel('Violation found?').selectOption('Violation Found')
  await app.rows("update inspections set status = 'No Violation Found', updated_at = now() where id = $1", [id])
  const badge = page.getByText('No Violation Found', { exact: true }).and(page.locator(':not(option)'))
  // The page asks again when it comes to the front.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(badge).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await outcome.getByRole('button', { name: 'Save' }).click()
  await expect(outcome).toContainText('Needs your decision')
  expect(await row(id, 'status')).toEqual([{ status: 'No Violation Found' }])
})

test('CP-05 Save says what to choose while the status is none of the three', async () => {
  const page = await app.open(`/complaint/${await complaint({ status: 'In Progress' })}`)
  const outcome = section(page, 'Outcome')
  await outcome.getByRole('button', { name: 'Save' }).click()
  await expect(outcome).toContainText('Choose what was found')
})

test('CP-06 without signal Violation Found opens the notice for this address only, and the violation arrives', async () => {
  const id = await complaint({ description: 'Grass up to the knee' })
  const page = await app.open(`/complaint/${id}`)
  await expect(fact(page, 'Property address')).toContainText('12 ELM STREET')
  await app.signalOff()
  const outcome = section(page, 'Outcome')
  await outcome.getByLabel('Violation found?').selectOption('Violation Found')
  await outcome.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Violation for this Address?' })
  await expect(dialog).toContainText('12 ELM STREET')
  await expect(dialog.getByRole('combobox', { name: 'Address' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: '7 days' }).check()
  await dialog.getByRole('button', { name: 'Review and Create' }).click()
  await page.getByRole('button', { name: 'Create Violation' }).click()
  await page.getByRole('button', { name: 'Create without a section' }).click()
  await expect(page).toHaveURL(/\/violation\/-\d+$/)
  await page.goto(`${app.town.url}/complaint/${id}`)
  await expect(outcome).toContainText('Saved on this phone')
  await expect(section(page, 'Violations from this complaint').getByRole('link')).toHaveCount(1)
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(() => row(id, 'status')).toEqual([{ status: 'Violation Found' }])
  await expect
    .poll(() => app.rows('select address_id, inspection_id, deadline from violations where inspection_id = $1', [id]))
    .toEqual([{ address_id: 1, inspection_id: id, deadline: '7 days' }])
})

test('CP-07 the schedule is saved and cleared; a refusal is shown beside it', async () => {
  const id = await complaint()
  const page = await app.open(`/complaint/${id}`)
  const form = page.getByRole('form', { name: 'Schedule' })
  await form.getByLabel('Date and time').fill('2031-05-06T10:15')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'Schedule saved (waiting to send)')).toBeVisible()
  await expect(section(page, 'Scheduled')).toContainText('5/6/2031, 10:15 AM')
  await expect
    .poll(() => row(id, 'scheduled_datetime'))
    .toEqual([{ scheduled_datetime: expect.stringMatching(/^2031-05-06T10:15/) }])
  await form.getByRole('button', { name: 'Clear' }).click()
  await expect(section(page, 'Scheduled')).toContainText('Unscheduled')
  await expect.poll(() => row(id, 'scheduled_datetime')).toEqual([{ scheduled_datetime: null }])
  app.town.faults.inject = refuse(/schedule/, 422, 'The office is closed then')
  await form.getByLabel('Date and time').fill('2031-05-07T10:15')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(section(page, 'Scheduled')).toContainText('Failed to update schedule: The office is closed then')
})

test('CP-09 contacts are found after 300 ms by name, email or phone, each with Assign; CP-11 assigned, or refused in words', async () => {
  const id = await complaint()
  let page = await app.open(`/complaint/${id}`)
  let contact = section(page, 'Contact')
  await expect(contact).toContainText('No contact')
  const searchIn = (place: Locator) => place.getByPlaceholder('Search contacts by name, email, or phone')
  let search = searchIn(contact)
  const now = Date.now()
  await page.clock.install({ time: now })
  // The clock is stopped, because a slow machine lets the 300 ms pass.
  await page.clock.pauseAt(now + 5_000)
  await search.fill('harriet@v')
  await page.clock.runFor(250)
  await expect(contact.getByRole('button', { name: /^Assign/ })).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(contact.getByRole('button', { name: 'Assign Harriet Vale' })).toBeVisible()
  await search.fill('(410) 555-01')
  await page.clock.runFor(400)
  await expect(contact.getByRole('button', { name: /^Assign/ })).toHaveText('Assign Noel Brand')
  // Sending uses the same clock, so the rest runs on a page with a real clock.
  await page.clock.resume()
  await page.close()
  page = await app.open(`/complaint/${id}`)
  contact = section(page, 'Contact')
  search = searchIn(contact)
  await search.fill('Noel')
  await contact.getByRole('button', { name: 'Assign Noel Brand' }).click()
  await expect(news(page, 'Contact assigned (waiting to send)')).toBeVisible()
  await expect(contact.getByRole('link', { name: 'Noel Brand', exact: true })).toBeVisible()
  await expect.poll(() => row(id, 'contact_id is not null as done')).toEqual([{ done: true }])
  app.town.faults.inject = refuse(/PATCH .*\/contact/, 404, 'This contact is gone')
  await search.fill('Harriet')
  await contact.getByRole('button', { name: 'Assign Harriet Vale' }).click()
  await expect(contact).toContainText('Failed to assign contact: This contact is gone')
})

test('CP-10 a new contact, named, is added and assigned without signal, in this order; CP-11 a refused one says so', async () => {
  const id = await complaint()
  const refused = await complaint()
  const page = await app.open(`/complaint/${id}`)
  const contact = section(page, 'Contact')
  await expect(contact).toContainText('No contact')
  await app.signalOff()
  await contact.getByRole('button', { name: 'Add new contact' }).click()
  const form = contact.getByRole('form', { name: 'New contact' })
  const add = form.getByRole('button', { name: 'Add & Assign' })
  await expect(add).toBeDisabled()
  await form.getByLabel('Name').fill('   ')
  await expect(add).toBeDisabled()
  await form.getByLabel('Name').fill('Tess Newcomer')
  await add.click()
  await expect(contact.getByRole('link', { name: 'Tess Newcomer' })).toBeVisible()
  await expect(contact).toContainText('Saved on this phone')
  await app.signalOn()
  await sendNow(app, page)
  const named =
    'select c.name, c.email, c.phone from inspections i join contacts c on c.id = i.contact_id where i.id = $1'
  await expect.poll(() => app.rows(named, [id])).toEqual([{ name: 'Tess Newcomer', email: null, phone: null }])

  app.town.faults.inject = refuse(/POST .*\/contacts/, 422, 'No such person')
  await page.goto(`${app.town.url}/complaint/${refused}`)
  await contact.getByRole('button', { name: 'Add new contact' }).click()
  await form.getByLabel('Name').fill('Nobody Atall')
  await add.click()
  await expect(contact).toContainText('Failed to create contact: No such person')
})

test('CP-12 attachments are shown, added several at once, and downloaded; CP-13 Upload waits for files; CP-14 enlarged', async () => {
  const id = await complaint()
  const page = await app.open(`/complaint/${id}`)
  const files = section(page, 'Attachments')
  await expect(files).toContainText('No attachments uploaded yet.')
  const upload = files.getByRole('button', { name: 'Upload' })
  await expect(upload).toBeDisabled()
  const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: smallPdf() }
  await files.locator('input[multiple]').setInputFiles([...(await photoFiles(2)), letter])
  await expect(files.getByText('3 files')).toBeVisible()
  await upload.click()
  for (const name of ['photo 1.jpg', 'photo 2.jpg', 'letter.pdf'])
    await expect(files.getByRole('button', { name: `Enlarge ${name}` })).toBeVisible()
  await expect(files).toContainText('letter.pdf: PDF, 1 page')
  await expect(upload).toBeDisabled()
  await expect
    .poll(() => app.town.calls.filter((it) => it.startsWith(`POST /api/inspections/${id}/photos`)).length)
    .toBe(3)
  await files.getByRole('button', { name: 'Enlarge photo 1.jpg' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  const arriving = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download attachments (3)' }).click()
  await arriving

  app.town.faults.inject = refuse(/POST .*\/photos/, 422, 'No room for photos')
  await files.locator('input[multiple]').setInputFiles((await photoFiles(3)).slice(2))
  await upload.click()
  await expect(files).toContainText('Failed to upload attachments: No room for photos')
})

test('CP-12 CP-13 I8 files chosen for a complaint of this phone stay chosen when it gets its number, and Upload sends them', async () => {
  const page = await app.open('/?new=complaint')
  const form = page.getByRole('form', { name: 'New Complaint' })
  await form.getByRole('combobox', { name: 'Address' }).fill('12 elm')
  await page.getByRole('option', { name: '12 ELM STREET' }).click()
  await app.signalOff()
  await form.getByLabel('Description').fill('Smoke over the back stairs')
  await form.getByRole('button', { name: 'Create New Complaint' }).click()
  await page.getByRole('link', { name: 'Open the new complaint' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Complaint Details — #new')
  const files = section(page, 'Attachments')
  const chosen = files.getByRole('list', { name: 'Chosen files' }).getByText('Saved')
  await files.locator('input[multiple]').setInputFiles(await photoFiles(2))
  await expect(chosen).toHaveCount(2)
  await app.signalOn()
  await expect(heading).toHaveText(/#\d+$/)
  await expect(chosen).toHaveCount(2)
  // The next page knows only the number.
  const [{ id } = {}] = await app.rows("select id from inspections where description = 'Smoke over the back stairs'")
  await page.goto(`${app.town.url}/complaint/${id}`)
  await expect(chosen).toHaveCount(2)
  await files.getByRole('button', { name: 'Upload' }).click()
  await expect
    .poll(() => app.town.calls.filter((it) => it.startsWith(`POST /api/inspections/${id}/photos`)).length)
    .toBe(2)
  await expect(files.getByRole('button', { name: /^Enlarge/ })).toHaveCount(2)
})

test('CP-15 loading, missing and failed say so; the device’s data is shown instead of a failure', async ({
  browser,
}) => {
  app.town.tellsNoChanges = true
  const known = await complaint({ description: 'Known before' })
  const unknown = await complaint()
  let page = await app.open(`/complaint/${known}`)
  await expect(section(page, 'Description')).toContainText('Known before')
  app.town.faults.inject = ({ path }) => (/inspections\/\d+$/.test(path) ? { kind: 'delay', ms: 1500 } : undefined)
  page = await app.open(`/complaint/${unknown}`)
  await expect(page.getByText('Loading complaint…')).toBeVisible()
  app.town.faults.inject = () => undefined
  page = await app.open('/complaint/987654')
  await expect(page.getByText('Complaint not found')).toBeVisible()
  const another = await complaint()
  app.town.faults.inject = refuse(/GET .*(inspections\/|complaints\/)/, 500, 'Out of order')
  page = await app.open(`/complaint/${another}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch complaint')
  page = await app.open(`/complaint/${known}`)
  await expect(section(page, 'Description')).toContainText('Known before')
  await expect(page.getByText('Failed to fetch complaint')).toHaveCount(0)
  // A device that never had the list.
  const context = await browser.newContext()
  const fresh = await context.newPage()
  await fresh.goto(`${app.town.url}/complaints`)
  await fresh.getByLabel('Email').fill('ons2@town.example')
  await fresh.getByLabel('Password').fill('ons at the fence')
  await fresh.getByRole('button', { name: 'Sign in' }).click()
  await expect(fresh.getByRole('alert')).toContainText('Error: Failed to fetch complaints')
  await context.close()
})
