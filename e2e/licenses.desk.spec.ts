import { type Browser, expect, type Page } from '@playwright/test'
import { held } from '../tests/harness/held.ts'
import { news, openApp, refuse, signIn, test } from './open-app.ts'
import { typedIsKept } from './story.ts'
import type { people } from './town.ts'

// Desk only: office work; the cards of a phone say the same.

const app = openApp('oas', async (pool) => {
  await pool.query(`
    insert into businesses (name, trading_as, address_id) values ('Vale Bakery', 'The Loaf', 1);
    insert into businesses (name, address_id) select 'Brand Motors ' || n, 2 from generate_series(1, 12) n;
    insert into permits (permit_type, inspection_id, paid, permit_number, conditions) values
      ('Building/Dumpster/POD permit', 1, true, 'P-7', 'Keep the sidewalk free');
  `)
})
const licenseIn = (fields: Record<string, unknown>) =>
  app.put(
    `insert into licenses (${Object.keys(fields)}) values (${Object.keys(fields).map((_, at) => `$${at + 1}`)}) returning id`,
    Object.values(fields),
  )
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')

/** A browser that has nothing yet, signed in at an address. */
async function fresh(browser: Browser, who: keyof typeof people, path: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(app.town.url + path)
  await signIn(page, who)
  return { page, context }
}

const openDialog = async ({ withClock = false } = {}) => {
  const page = await app.open('/licenses')
  // Before the dialog: a clock put in later cannot take back a timer that runs already.
  if (withClock) await page.clock.install()
  await page.getByRole('button', { name: 'Add License' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add License' })
  return { page, dialog, create: dialog.getByRole('button', { name: 'Create License' }) }
}

test('LC-04, LC-05, LC-07, LC-08, LC-09 Add License for a business that is searched; its fiscal year is shown before', async () => {
  const { page, dialog, create } = await openDialog({ withClock: true })
  await create.click()
  await expect(dialog).toContainText('Please select a business for this license.')
  const search = dialog.getByRole('combobox', { name: 'Business' })
  await search.fill('B')
  await page.clock.runFor(1000)
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(0)
  await search.fill('Brand')
  await page.clock.runFor(350)
  await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(10)
  await search.fill('loaf')
  await page.clock.runFor(350)
  await dialog.getByRole('option', { name: 'Vale Bakery (The Loaf)' }).click()
  await expect(dialog).not.toContainText('Please select a business')
  await page.clock.resume()
  await dialog.getByLabel('Date issued').fill('2026-06-30')
  await expect(dialog).toContainText('Fiscal year 2025-2026: July 1, 2025 to June 30, 2026')
  await dialog.getByLabel('Date issued').fill('2026-07-01')
  await expect(dialog).toContainText('Fiscal year 2026-2027: July 1, 2026 to June 30, 2027. Expires 6/30/2027')
  await dialog.getByLabel('License number').fill('BL-1')
  await dialog.getByLabel('Paid').check()
  await create.click()
  await expect(news(page, 'License created')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const made = `select license_type, license_number, b.name, paid, sent, date_issued::text, fiscal_year, expiration_date::text
    from licenses l join businesses b on b.id = l.business_id where license_number = 'BL-1'`
  expect(await app.rows(made)).toEqual([
    {
      ...{ license_type: 1, license_number: 'BL-1', name: 'Vale Bakery', paid: true, sent: false },
      ...{ date_issued: '2026-07-01', fiscal_year: '2026-2027', expiration_date: '2027-06-30' },
    },
  ])
  await expect(page.getByRole('table', { name: 'Licenses' }).getByRole('link', { name: 'BL-1' })).toBeVisible()
})

test('LC-03, LC-06 types 2 and 3 need an address; LC-10 a refusal is shown, else Failed to create license', async () => {
  await licenseIn({ license_type: 1, license_number: 'TAKEN', business_id: 1 })
  const { page, dialog, create } = await openDialog()
  await dialog.getByLabel('License type').selectOption('Single Family License')
  await create.click()
  await expect(dialog).toContainText('Please select an address for this license.')
  await dialog.getByLabel('License type').selectOption('Multifamily License')
  await create.click()
  await expect(dialog).toContainText('Please select an address for this license.')
  await dialog.getByRole('combobox', { name: 'Address' }).fill('quarry')
  await dialog.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
  await dialog.getByLabel('License number').fill('taken')
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('Error: License number already exists')
  app.town.faults.inject = refuse(/POST .*licenses/, 500, 'Out of order')
  await dialog.getByLabel('License number').fill('MF-2')
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('Error: Failed to create license')
  app.town.faults.inject = () => undefined
  await app.signalOff()
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('No signal. What you typed is still here')
  await expect(dialog.getByRole('status')).toContainText('Creating a license needs signal')
  await typedIsKept(page, 'MF-2', 3)
  await page.reload()
  await page.getByRole('button', { name: 'Add License' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('License number')).toHaveValue('MF-2')
  await app.signalOn()
  await create.click()
  await expect(news(page, 'License created')).toBeVisible()
  expect(await app.rows("select license_type, address_id from licenses where license_number = 'MF-2'")).toEqual([
    { license_type: 3, address_id: 2 },
  ])
})

test('LC-01, LC-02 the list is newest first and narrowed by paid, sent, address or id; LC-11 a licence leads back to the list', async () => {
  const base = { license_type: 2, address_id: 2 }
  // A number that no address contains.
  await app.rows("select setval(pg_get_serial_sequence('licenses', 'id'), 98764)")
  const old = await licenseIn({ ...base, license_number: 'OLD', created_at: '2020-01-01', paid: true, sent: true })
  await licenseIn({ ...base, license_number: 'OLDER', created_at: '2019-01-01', paid: true, sent: false })
  const page = await app.open('/licenses?paid=1&sent=1&address=quarry')
  const links = page.getByRole('table', { name: 'Licenses' }).locator('a[href^="/license/"]')
  await expect(links).toHaveText(['OLD'])
  await page.getByLabel('Sent').selectOption('')
  await expect(links).toHaveText(['OLD', 'OLDER'])
  await page.getByLabel('Address or id').fill(String(old))
  await expect(links).toHaveText(['OLD'])
  await page.getByLabel('Address or id').fill('nowhere at all')
  await expect(page.getByText('No licenses match the current filters.')).toBeVisible()
  await page.getByLabel('Address or id').fill(String(old))
  await links.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Single Family License OLD')
  await page.getByRole('link', { name: 'Back to Licenses' }).click()
  await expect(page).toHaveURL(/\/licenses$/)
})

test('LC-11 fields are edited in place; LC-12, LC-13 a fiscal year sets June 29, 6 years back to 3 ahead', async () => {
  const id = await licenseIn({ license_type: 0, license_number: 'E-1', business_id: 1, address_id: 1, paid: false })
  const page = await app.open(`/license/${id}`)
  await expect(fact(page, 'Type')).toHaveText('Business License')
  await expect(fact(page, 'Business').getByRole('link', { name: 'Vale Bakery' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'License' })
  const years = (await form.getByLabel('Fiscal year').locator('option').allTextContents()).slice(1)
  expect(years).toHaveLength(10)
  const current = years[6] ?? ''
  const [start, end] = current.split('-').map(Number)
  const { year, month } = { year: new Date().getFullYear(), month: new Date().getMonth() }
  expect(start).toBe(month < 6 ? year - 1 : year)
  await form.getByLabel('Fiscal year').selectOption(current)
  await expect(form.getByLabel('Expiration date')).toHaveValue(`${end}-06-29`)
  await form.getByLabel('Paid').check()
  await app.pool.query("update licenses set license_number = 'E-2' where id = $1", [id])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(news(page, 'License saved')).toBeVisible()
  await expect(fact(page, 'Expires')).toHaveText(`6/29/${end}`)
  await expect(fact(page, 'Number')).toHaveText('E-2')
  const stored = 'select license_number, paid, fiscal_year, expiration_date::text from licenses where id = $1'
  expect(await app.rows(stored, [id])).toEqual([
    { license_number: 'E-2', paid: true, fiscal_year: current, expiration_date: `${end}-06-29` },
  ])

  // The same field, changed by both: shown first, overwritten only by a second save.
  await page.getByRole('button', { name: 'Edit' }).click()
  await form.getByLabel('License number').fill('MINE')
  await app.pool.query("update licenses set license_number = 'THEIRS' where id = $1", [id])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('License number: THEIRS')
  expect(await app.rows('select license_number from licenses where id = $1', [id])).toEqual([
    { license_number: 'THEIRS' },
  ])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(fact(page, 'Number')).toHaveText('MINE')
})

test('LC-14 a refused save, one without an answer, and a business that cannot be read each have their words; the edit is kept', async ({
  browser,
}) => {
  await licenseIn({ license_type: 2, license_number: 'STANDS', address_id: 1 })
  const id = await licenseIn({ license_type: 1, license_number: 'F-1', business_id: 2, address_id: 1 })
  const page = await app.open(`/license/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'License' })
  await form.getByLabel('License number').fill('stands')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Error: Failed to save license')
  await expect(page.getByRole('alert')).toContainText('License number already exists')
  await app.signalOff()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Error: Failed to save')
  await expect(page.getByRole('alert')).toContainText('No signal')
  await expect(page.getByText('Changing a license needs signal')).toBeVisible()
  await typedIsKept(page, 'stands', 3)
  await page.reload()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('License number')).toHaveValue('stands')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(fact(page, 'Number')).toHaveText('F-1')
  await app.signalOn()
  app.town.faults.inject = refuse(/GET .*businesses/, 500, 'Out of order')
  const other = await fresh(browser, 'otherOns', `/license/${id}`)
  await expect(fact(other.page, 'Business')).toContainText('Unable to load business details')
  await other.context.close()
})

test('LC-10, LC-15, PM-05 searches and lists that cannot be loaded say so where the device holds nothing', async ({
  browser,
}) => {
  app.town.faults.inject = refuse(/GET .*(licenses|permits|businesses|addresses)\b/, 500, 'Out of order')
  const { page, context } = await fresh(browser, 'admin', '/licenses')
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch licenses')
  await page.getByRole('button', { name: 'Add License' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add License' })
  await dialog.getByRole('combobox', { name: 'Business' }).fill('loaf')
  await expect(dialog.getByText('Failed to search businesses')).toBeVisible()
  await dialog.getByLabel('License type').selectOption('Single Family License')
  await dialog.getByRole('combobox', { name: 'Address' }).fill('quarry')
  await expect(dialog.getByText('Failed to search addresses')).toBeVisible()
  for (const [path, words] of [
    ['/license/1', 'Failed to fetch license'],
    ['/permits', 'Failed to fetch permits'],
    ['/permit/1', 'Failed to fetch permit'],
  ] as const) {
    await page.goto(app.town.url + path)
    await expect(page.getByRole('alert').getByText(`Error: ${words}`)).toBeVisible()
  }
  await context.close()
})

test('PM-01 permits are listed and shown with their paid state and the way back; PM-02 none is made by hand', async () => {
  const page = await app.open('/permits')
  await expect(page.getByRole('table', { name: 'Permits' }).getByRole('link', { name: 'P-7' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Permit' })).toHaveCount(0)
  await page.getByRole('link', { name: 'P-7' }).click()
  await expect(fact(page, 'Paid')).toHaveText('Yes')
  await expect(fact(page, 'Conditions')).toHaveText('Keep the sidewalk free')
  await expect(fact(page, 'Address').getByRole('link')).toHaveAttribute('href', '/address/1')
  await page.getByRole('link', { name: 'Back to Permits' }).click()
  await expect(page).toHaveURL(/\/permits$/)
})

test('PM-03, PM-04 where a town switches it on: the inspection is required, and a failure has the server’s words or its own', async ({
  browser,
}) => {
  const context = await browser.newContext()
  await context.route('**/config.json', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), manualPermits: true } })
  })
  const page = await context.newPage()
  await page.goto(`${app.town.url}/permits`)
  await signIn(page, 'oas')
  await page.getByRole('button', { name: 'Add Permit' }).click()
  const form = page.getByRole('form', { name: 'Add Permit' })
  const create = form.getByRole('button', { name: 'Create Permit' })
  await create.click()
  await expect(form).toContainText('Inspection ID is required.')
  await form.getByLabel('Inspection ID').fill('0')
  await create.click()
  await expect(form).toContainText('Inspection ID is required.')
  await form.getByLabel('Inspection ID').fill('987654')
  await create.click()
  await expect(page.getByRole('alert')).toContainText('Error: Inspection not found')
  app.town.faults.inject = refuse(/POST .*permits/, 500, 'Out of order')
  await create.click()
  await expect(page.getByRole('alert')).toContainText('Error: Failed to create permit')
  app.town.faults.inject = () => undefined
  await form.getByLabel('Inspection ID').fill('2')
  await create.click()
  await expect(news(page, 'Permit created')).toBeVisible()
  expect(await app.rows('select count(*)::int as n from permits where inspection_id = 2')).toEqual([{ n: 1 }])
  // PM-02: the inspection keeps its permit, and nobody is told that another was made.
  await page.getByRole('button', { name: 'Add Permit' }).click()
  await form.getByLabel('Inspection ID').fill('2')
  await form.getByLabel('Conditions').fill('Keep the sidewalk free')
  await create.click()
  await expect(page.getByRole('alert')).toContainText('Inspection #2 already has permit #')
  await expect(form.getByLabel('Conditions')).toHaveValue('Keep the sidewalk free')
  await context.close()
})

test('Licences issued by the office: refused while a violation is open, made once it is abated, paid and sent LC-11', async () => {
  const business = await app.put("insert into businesses (name, address_id) values ('Night Cafe', 2) returning id")
  const id = await app.put(
    `insert into inspections (source, address_id, business_id, inspector_id) values ('Business License', 2, ${business}, 1) returning id`,
  )
  const violation = await app.put(
    "insert into violations (address_id, user_id, status, deadline, violation_type) values (2, 1, 0, '7 days', 'doorhanger') returning id",
  )
  const conduct = async (...statuses: string[]) => {
    const page = await app.open(`/inspections/${id}/conduct`)
    for (const status of statuses) {
      await page.getByLabel('Status').selectOption(status)
      await expect.poll(() => app.rows('select status from inspections where id = $1', [id])).toEqual([{ status }])
    }
    return page
  }
  let page = await conduct('Completed')
  await expect(page.getByText('License not created: open violations exist at this address.')).toBeVisible()
  expect(await app.rows('select count(*)::int as n from licenses where inspection_id = $1', [id])).toEqual([{ n: 0 }])

  page = await app.open(`/violation/${violation}`)
  await page.getByRole('button', { name: 'Mark as Abated' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Abated' }).click()
  await expect.poll(() => app.rows('select status from violations where id = $1', [violation])).toEqual([{ status: 1 }])

  page = await conduct('In Progress', 'Completed')
  await expect(page.getByText(/License created \(#\d+\)/)).toBeVisible()
  const [made] = await app.rows('select id from licenses where inspection_id = $1', [id])
  page = await app.open('/licenses')
  await page.getByRole('link', { name: `#${made?.id}`, exact: true }).click()
  await expect(fact(page, 'Business')).toHaveText('Night Cafe')
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'License' })
  await form.getByLabel('License number').fill('BL-NIGHT')
  await form.getByLabel('Paid').check()
  await form.getByLabel('Sent').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business License BL-NIGHT')
  expect(await app.rows('select license_number, paid, sent from licenses where id = $1', [made?.id])).toEqual([
    { license_number: 'BL-NIGHT', paid: true, sent: true },
  ])
})

test('LC-04 a license whose dialog is closed while it is created and sent again is made once', async ({ browser }) => {
  await app.put(
    "insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger') returning id",
  )
  const { page, context } = await fresh(browser, 'oas', '/licenses')
  const sending = held()
  const keys: (string | undefined)[] = []
  await page.route(/\/licenses\/$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await sending.work()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add License' }).click()
  const form = page.getByRole('form', { name: 'Add License' })
  await form.getByLabel('License type').selectOption('3')
  await form.getByRole('combobox', { name: 'Address' }).fill('elm')
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(form).toContainText('1 open violation at this address.')
  await form.getByLabel('License number').fill('ONCE-1')
  await form.getByRole('button', { name: 'Create License' }).click()
  await expect.poll(() => keys.length).toBe(1)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add License' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await form.getByRole('button', { name: 'Create License' }).click()
  await expect(form).toBeHidden()
  sending.end()
  await expect.poll(() => keys.length).toBe(2)
  expect(keys[0]).toBe(keys[1])
  expect(await app.rows(`select license_number from licenses where license_number = 'ONCE-1'`)).toHaveLength(1)
  await context.close()
})

test('LC-04 the late answer of a closed dialog leaves another license in the reopened one; what was typed stays', async ({
  browser,
}) => {
  const { page, context } = await fresh(browser, 'oas', '/licenses')
  const sendings: ReturnType<typeof held<void>>[] = []
  await page.route(/\/licenses\/$/, async (route) => {
    if (route.request().method() === 'POST') {
      const sending = held()
      sendings.push(sending)
      await sending.work()
    }
    await route.continue()
  })
  const form = page.getByRole('form', { name: 'Add License' })
  const create = form.getByRole('button', { name: 'Create License' })
  const number = form.getByLabel('License number')
  const begin = async (typed: string) => {
    await page.getByRole('button', { name: 'Add License' }).click()
    await form.getByLabel('License type').selectOption('3')
    await form.getByRole('combobox', { name: 'Address' }).fill('elm')
    await page.getByRole('listbox').getByRole('option').first().click()
    await number.fill(typed)
    await create.click()
  }
  await begin('LATE-1')
  await expect.poll(() => sendings.length).toBe(1)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add License' }).click()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await number.fill('OTHER-2')
  await typedIsKept(page, 'OTHER-2', 3)
  sendings[0]?.end()
  await expect(news(page, 'License created')).toBeVisible()
  await expect(number).toHaveValue('OTHER-2')
  await typedIsKept(page, 'OTHER-2', 3)
  await number.fill('')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await begin('FIRST-3')
  await expect.poll(() => sendings.length).toBe(2)
  await number.fill('NEXT-4')
  sendings[1]?.end()
  await expect(form).toBeHidden()
  await typedIsKept(page, 'NEXT-4', 3)
  await context.close()
})
