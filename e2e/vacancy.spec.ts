import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { news, openApp, refuse, sendNow, signIn, test } from './open-app.ts'
import { savedHere } from './story.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`insert into addresses (combadd, ownername, vacancy_status) values
    ('1 EMPTY LANE', 'Ines Dorn', 'vacant'), ('2 EMPTY LANE', 'Noel Brand', 'registered'),
    ('3 EMPTY LANE', null, 'potentially vacant'), ('4 FULL LANE', null, 'occupied')`)
})

const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name })
const statusOf = (name: string) => app.rows('select vacancy_status from addresses where combadd = $1', [name])
const set = async (page: Page, name: string, status: string) => {
  await row(page, name).getByRole('button', { name: 'Update' }).click()
  await row(page, name).getByLabel('Vacancy Status').selectOption(status)
  await row(page, name).getByRole('button', { name: 'Confirm' }).click()
}

test('VA-01, VA-02, VA-03, VA-04 addresses by vacancy: Update offers four values with Confirm and Cancel, shown at once', async () => {
  const page = await app.open('/vacancy-statuses')
  await test.step('VA-01 heading, address link, status', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Addresses by Vacancy Status')
    const links = page.locator('tbody').getByRole('link')
    await expect(links).toHaveText(['1 EMPTY LANE', '2 EMPTY LANE', '3 EMPTY LANE'])
    await expect(links.first()).toHaveAttribute('href', '/address/3')
    await expect(row(page, '3 EMPTY')).toContainText('Potentially Vacant')
  })
  await test.step('VA-02 the select, and Cancel changes nothing; VA-03 the four values', async () => {
    await row(page, '1 EMPTY').getByRole('button', { name: 'Update' }).click()
    const select = row(page, '1 EMPTY').getByLabel('Vacancy Status')
    await expect(select).toBeFocused()
    await expect(select).toHaveValue('vacant')
    const values = await select.getByRole('option').evaluateAll((all) => all.map((it) => it.getAttribute('value')))
    expect(values).toEqual(['occupied', 'potentially vacant', 'vacant', 'registered'])
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await select.selectOption('registered')
    await row(page, '1 EMPTY').getByRole('button', { name: 'Cancel' }).click()
    await expect(row(page, '1 EMPTY').getByRole('button', { name: 'Update' })).toBeFocused()
    expect(await statusOf('1 EMPTY LANE')).toEqual([{ vacancy_status: 'vacant' }])
  })
  await test.step('VA-04 without signal it stands at once, marked, and arrives', async () => {
    await app.signalOff()
    await set(page, '1 EMPTY', 'occupied')
    await expect(news(page, 'Vacancy status set to Occupied (waiting to send)')).toBeVisible()
    await expect(row(page, '1 EMPTY')).toContainText('Occupied')
    await expect(row(page, '1 EMPTY')).toContainText(savedHere())
    await page.reload()
    await expect(row(page, '1 EMPTY')).toContainText('Occupied')
    await app.signalOn()
    await sendNow(app, page)
    await expect.poll(() => statusOf('1 EMPTY LANE')).toEqual([{ vacancy_status: 'occupied' }])
  })
  await test.step('an occupied address leaves the list, and stays on this device', async () => {
    await page.goto(`${app.town.url}/vacancy-statuses`)
    await expect(page.locator('tbody').getByRole('link')).toHaveText(['2 EMPTY LANE', '3 EMPTY LANE'])
    await app.pool.query("update addresses set vacancy_status = 'vacant' where combadd = '1 EMPTY LANE'")
  })
})

// The words are the same on the desk.
test('VA-05 a refused status and a failed list each replace the page with their words', { tag: '@phone' }, async ({
  page,
}) => {
  app.town.faults.inject = refuse(/by-vacancy-status/, 500, 'Out of order')
  await page.goto(`${app.town.url}/vacancy-statuses`)
  await signIn(page, 'ons')
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to fetch addresses')
  app.town.faults.inject = refuse(/PATCH .*vacancy-status/, 422, 'The register is closed')
  await page.reload()
  await set(page, '2 EMPTY', 'vacant')
  await expect(page.getByRole('alert')).toHaveText('Error: Failed to update status')
  await expect(page.getByText('The register is closed')).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Repair it in Unsent work' })).toBeVisible()
  await page.getByRole('button', { name: 'Show the addresses' }).click()
  await expect(row(page, '2 EMPTY')).toContainText('Failed to update status: The register is closed')
  expect(await statusOf('2 EMPTY LANE')).toEqual([{ vacancy_status: 'registered' }])
})

// The desk has the same form.
test('VA-06, VA-07, VA-08 Add New Address has five fields, none required; refused in red; only an Admin sees it', {
  tag: '@phone',
}, async ({ page: other }) => {
  const page = await app.open('/new-address')
  const form = page.getByRole('form', { name: 'Add New Address' })
  const made = page.getByRole('region', { name: /Added here/ })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Address')
  await expect(form.locator('label')).toHaveText([
    'Property Name',
    'Owner Name',
    'Combined Address',
    'Owner Address',
    'Owner ZIP',
  ])
  await app.signalOff()
  await form.getByLabel('Combined Address').fill('7 NEW LANE')
  await form.getByLabel('Owner ZIP').fill('20740')
  await form.getByRole('button', { name: 'Create Address' }).click()
  await expect(news(page, 'Address created!')).toBeVisible()
  await expect(form.getByLabel('Combined Address')).toHaveValue('')
  await expect(made).toContainText(savedHere())
  await made.getByRole('link', { name: '7 NEW LANE' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('7 NEW LANE')
  await expect(page.getByText('No comments available.')).toBeVisible()
  await app.signalOn()
  await sendNow(app, page)
  await expect
    .poll(() => app.rows("select ownerzip, property_name from addresses where combadd = '7 NEW LANE'"))
    .toEqual([{ ownerzip: '20740', property_name: null }])

  await test.step('VA-07 nothing is required: an address without a word is asked about, and made', async () => {
    await page.goto(`${app.town.url}/new-address`)
    await form.getByRole('button', { name: 'Create Address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create Address' }).click()
    await expect(news(page, 'Address created!')).toBeVisible()
    await expect.poll(() => app.rows('select id from addresses where combadd is null')).toHaveLength(1)
  })
  await test.step('VA-08 a refusal', async () => {
    app.town.faults.inject = refuse(/POST .*addresses/, 422, 'No such street')
    await form.getByLabel('Combined Address').fill('8 NOWHERE')
    await form.getByRole('button', { name: 'Create Address' }).click()
    const said = made.getByText('Failed to create address: No such street')
    await expect(said).toBeVisible()
    expect(await said.evaluate((it) => getComputedStyle(it).color)).toBe(
      await page.evaluate(() => {
        const red = document.body.appendChild(document.createElement('i'))
        red.style.setProperty('color', 'var(--red)')
        return getComputedStyle(red).color
      }),
    )
  })
  await test.step('VA-06 others see nothing', async () => {
    await other.goto(`${app.town.url}/new-address`)
    await signIn(other, 'oas')
    await expect(other.locator('main#main')).toBeVisible()
    await expect(other.getByRole('form', { name: 'Add New Address' })).toHaveCount(0)
    await expect(other.locator('main#main')).toHaveText('')
  })
})
