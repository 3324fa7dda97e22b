import { expect, type Page } from '@playwright/test'
import { inspectionIn, news, openApp, photoFiles, refuse, section, sendNow, signIn, test } from './open-app.ts'
import { noteReadTables, oldRecordsSearched } from './read-tables.ts'
import { people } from './town.ts'

// Phone only: the desk shows the same.

const app = openApp('ons')
const inspection = (fields: Record<string, unknown> = {}) =>
  inspectionIn(app, { source: 'Multifamily License', address_id: 1, inspector_id: 1, ...fields })

/** The value beside a name in the list of facts. */
const fact = (page: Page, name: string) =>
  section(page, 'Information')
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill(name.slice(0, 5))
  await page.getByRole('option', { name }).click()
}

test('CF-40 a contact is found by the worker of the lists: the page does not read the table of contacts', async () => {
  const id = await inspection()
  const page = await app.open('/contacts')
  await expect(page.getByRole('link', { name: 'Harriet Vale' })).toBeVisible()
  await page.goto(`${app.town.url}/inspection/${id}`)
  await expect(section(page, 'Contact')).toContainText('No contact')
  await page.waitForLoadState('networkidle')
  await oldRecordsSearched(page)
  // Without signal, because storing the office's list reads the table as well.
  await app.signalOff()
  const tablesRead = await noteReadTables(page)
  await choose(page, 'Harriet Vale')
  await expect(section(page, 'Contact').getByRole('link', { name: 'Harriet Vale' })).toBeVisible()
  const read = await tablesRead()
  expect(read).not.toEqual([])
  expect(read).not.toContain('contact')
  await app.signalOn()
})

test('CF-40 without the code of lists a picker says so, and finds when signal returns', async ({ browser }) => {
  const id = await inspection()
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  await page.route('**/list-worker*', (route) => route.abort())
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  await page.goto(`${app.town.url}/inspection/${id}`)
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('Harri')
  await expect(page.getByText('The search could not be loaded')).toBeVisible()
  await page.context().setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await page.unroute('**/list-worker*')
  await page.context().setOffline(false)
  await expect(page.getByRole('option', { name: 'Harriet Vale' })).toBeVisible()
  await expect(page.getByText('The search could not be loaded')).toHaveCount(0)
  await page.context().close()
})

test('II-01 the header names source and number; II-02 Conduct Inspection while the status is null, else Edit Inspection', async () => {
  const fresh = await inspection({ source: 'Building/Dumpster/POD permit' })
  const begun = await inspection({ status: 'Pending' })
  let page = await app.open(`/inspection/${fresh}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Inspection Information for Building/Dumpster/POD permit - #${fresh}`,
  )
  await expect(page.getByRole('link', { name: 'Edit Inspection' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Conduct Inspection' }).click()
  await expect(page).toHaveURL(new RegExp(`/inspections/${fresh}/conduct$`))
  page = await app.open(`/inspection/${begun}`)
  await expect(page.getByRole('link', { name: 'Edit Inspection' })).toHaveAttribute(
    'href',
    `/inspections/${begun}/conduct`,
  )
  await expect(page.getByRole('link', { name: 'Conduct Inspection' })).toHaveCount(0)
})

test('II-03 address, business, inspector, status, assignee, schedule, attachments, contact, owner, or words for none', async () => {
  const business = await app.put("insert into businesses (name, address_id) values ('Vale Bakery', 1) returning id")
  const full = await inspection({
    business_id: business,
    status: 'under-review',
    contact_id: 1,
    scheduled_datetime: '2031-03-09T14:05:00',
  })
  const bare = await inspection({ address_id: null, inspector_id: null, status: '' })
  let page = await app.open(`/inspection/${full}`)
  await expect(fact(page, 'Property Address').getByRole('link')).toHaveAttribute('href', '/address/1')
  await expect(fact(page, 'Property Address')).toContainText('12 ELM STREET')
  await expect(fact(page, 'Owner Name')).toHaveText('Harriet Vale')
  await expect(fact(page, 'Business').getByRole('link')).toHaveAttribute('href', `/business/${business}`)
  await expect(fact(page, 'Business')).toHaveText('Vale Bakery')
  await expect(fact(page, 'Inspector')).toHaveText(people.ons.name)
  await expect(fact(page, 'Status')).toHaveText('Under Review')
  await expect(section(page, 'Assigned Inspector')).toContainText(people.ons.name)
  await expect(section(page, 'Scheduled')).toContainText('3/9/2031, 2:05 PM')
  await expect(section(page, 'Attachments')).toContainText('No attachments')
  await expect(section(page, 'Contact').getByRole('link', { name: 'Harriet Vale', exact: true })).toHaveAttribute(
    'href',
    '/contacts/1',
  )
  page = await app.open(`/inspection/${bare}`)
  await expect(fact(page, 'Property Address')).toHaveText('No address')
  await expect(fact(page, 'Inspector')).toHaveText('Unassigned')
  await expect(fact(page, 'Status')).toHaveText('Pending')
  await expect(section(page, 'Scheduled')).toContainText('Unscheduled')
  await expect(section(page, 'Contact')).toContainText('No contact')
})

test('II-04 Admin assigns an inspector, blank is nobody, and II-09 it reads Assignee updated; everybody else only reads', async ({
  page,
}) => {
  const id = await inspection()
  const reader = await app.open(`/inspection/${id}`)
  await expect(section(reader, 'Assigned Inspector')).toContainText(people.ons.name)
  await expect(section(reader, 'Assigned Inspector').getByRole('combobox')).toHaveCount(0)

  await page.goto(`${app.town.url}/inspection/${id}`)
  await signIn(page, 'admin')
  const select = section(page, 'Assigned Inspector').getByRole('combobox')
  await expect(select).toHaveValue('1')
  const inspector = () => app.rows('select inspector_id from inspections where id = $1', [id])
  await select.selectOption({ label: people.otherOns.name })
  await expect(news(page, 'Assignee updated (waiting to send)')).toBeVisible()
  await expect.poll(inspector).toEqual([{ inspector_id: 2 }])
  await select.selectOption('')
  await expect.poll(inspector).toEqual([{ inspector_id: null }])
  await expect(fact(page, 'Inspector')).toHaveText('Unassigned')

  app.town.faults.inject = refuse(/^PATCH|^PUT/, 403, 'Nobody assigns today')
  await select.selectOption({ label: people.ons.name })
  await expect(section(page, 'Assigned Inspector')).toContainText('Refused')
  await expect(section(page, 'Assigned Inspector')).toContainText('Failed to update assignment: Nobody assigns today')
})

test('II-05 the server’s words about a completed inspection are shown once it is sent', async () => {
  const id = await inspection({ source: 'Building/Dumpster/POD permit', status: 'In Progress' })
  const page = await app.open(`/inspection/${id}`)
  await page.getByRole('link', { name: 'Edit Inspection' }).click()
  await page.getByLabel('Status').selectOption('Completed')
  const said = () => app.rows('select status_message from inspections where id = $1', [id])
  await expect.poll(said).toEqual([{ status_message: expect.stringMatching(/permit/i) }])
  const [row] = await said()
  await page.goto(`${app.town.url}/inspection/${id}`)
  await expect(page.getByText(String(row?.status_message))).toBeVisible()
})

test('II-06, II-09 the schedule is set as wall time and cleared again; a half-typed one clears nothing', async () => {
  const id = await inspection()
  const page = await app.open(`/inspection/${id}`)
  const schedule = () => app.rows('select scheduled_datetime from inspections where id = $1', [id])
  const form = page.getByRole('form', { name: 'Schedule' })
  await form.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(form).toContainText('Choose a date and a time')
  await expect(form.getByRole('button', { name: 'Clear' })).toHaveCount(0)
  await form.getByLabel('Date and time').fill('2031-11-02T01:30')
  await form.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(news(page, 'Schedule saved (waiting to send)')).toBeVisible()
  await expect(section(page, 'Scheduled')).toContainText('11/2/2031, 1:30 AM')
  await expect.poll(schedule).toEqual([{ scheduled_datetime: expect.stringMatching(/^2031-11-02T01:30/) }])
  await form.getByRole('button', { name: 'Clear' }).click()
  await expect(section(page, 'Scheduled')).toContainText('Unscheduled')
  await expect.poll(schedule).toEqual([{ scheduled_datetime: null }])

  app.town.faults.inject = refuse(/schedule/, 422, 'The office is closed then')
  await form.getByLabel('Date and time').fill('2031-11-02T03:30')
  await form.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(section(page, 'Scheduled')).toContainText('Failed to update schedule: The office is closed then')
})

test('II-07, II-09 a contact is found by typing and assigned; a refusal is shown on the record', async () => {
  const id = await inspection()
  const page = await app.open(`/inspection/${id}`)
  await choose(page, 'Harriet Vale')
  await expect(news(page, 'Contact assigned (waiting to send)')).toBeVisible()
  await expect(section(page, 'Contact').getByRole('link', { name: 'Harriet Vale', exact: true })).toBeVisible()
  await expect
    .poll(() => app.rows('select contact_id from inspections where id = $1', [id]))
    .toEqual([{ contact_id: 1 }])

  app.town.faults.inject = refuse(/inspections\/\d+\/contact/, 404, 'This contact is gone')
  await choose(page, 'Harriet Vale')
  await expect(section(page, 'Contact')).toContainText('Failed to assign contact: This contact is gone')
})

test('II-08 attachments are added several at once, each by a call of its own, and downloaded', async () => {
  const id = await inspection()
  const page = await app.open(`/inspection/${id}`)
  const attachments = section(page, 'Attachments')
  await attachments.locator('input[multiple]').setInputFiles(await photoFiles(2))
  await expect(attachments.getByRole('button', { name: /^Enlarge/ })).toHaveCount(2)
  await expect
    .poll(() => app.town.calls.filter((it) => it.startsWith(`POST /api/inspections/${id}/photos`)).length)
    .toBe(2)
  const download = attachments.getByRole('button', { name: 'Download attachments (2)' })
  await expect(download).toBeEnabled()
  const arriving = page.waitForEvent('download')
  await download.click()
  await arriving
})

test('II-09 without signal each change says that it is saved and waits, on the record too; II-06, II-07 it arrives later', async () => {
  const id = await inspection()
  const page = await app.open(`/inspection/${id}`)
  await expect(fact(page, 'Inspector')).toHaveText(people.ons.name)
  await page.getByRole('button', { name: 'Existing contact' }).click()
  await page.getByRole('combobox', { name: 'Contact' }).fill('Harriet')
  await expect(page.getByRole('option', { name: 'Harriet Vale' })).toBeVisible()
  await app.signalOff()
  await page.getByRole('option', { name: 'Harriet Vale' }).click()
  await expect(news(page, 'Contact assigned (waiting to send)')).toBeVisible()
  await expect(section(page, 'Contact')).toContainText('Saved on this phone')
  await page.getByLabel('Date and time').fill('2031-05-06T10:00')
  await page.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(news(page, 'Schedule saved (waiting to send)')).toBeVisible()
  await expect(section(page, 'Scheduled')).toContainText('Saved on this phone')
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() => app.rows('select contact_id, scheduled_datetime from inspections where id = $1', [id]))
    .toEqual([{ contact_id: 1, scheduled_datetime: expect.stringMatching(/^2031-05-06T10:00/) }])
})

test('II-10 failed loads say so only if the device has nothing', async () => {
  const known = await inspection()
  let page = await app.open(`/inspection/${known}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${known}`)
  // A question that is on its way would be answered with the inspection made next.
  await page.waitForLoadState('networkidle')
  app.town.tellsNoChanges = true
  app.town.faults.inject = refuse(/GET .*\/inspections\//, 500, 'Out of order')
  // Made while nothing tells the device of it.
  const unknown = await inspection()
  page = await app.open(`/inspection/${known}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${known}`)
  await expect(page.getByText('Failed to fetch inspection')).toHaveCount(0)
  page = await app.open(`/inspection/${unknown}`)
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch inspection details')
  app.town.faults.inject = () => undefined
  page = await app.open('/inspection/987654')
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch inspection')
  await expect(page.getByRole('alert')).not.toContainText('details')
})
