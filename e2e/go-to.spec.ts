import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { holdApp, letGo } from './timers.ts'

const app = openApp('ons', (pool) =>
  pool.query(`
    insert into contacts (name, email, phone) values ('Nora Quill', 'nora@quill.example', '4105550177');
    insert into businesses (name, trading_as, address_id) values ('Lantern Bakery', 'Night Oven', 2);
    insert into violations (address_id, user_id, deadline, violation_type) values (2, 1, '7 days', 'doorhanger');
    insert into licenses (license_type, license_number, address_id, fiscal_year) values (3, 'L-2207', 1, '2026-2027');
  `),
)

const box = (page: Page) => page.getByRole('dialog', { name: 'Go to' })
const field = (page: Page) => box(page).getByRole('combobox', { name: 'Go to' })
const options = (page: Page) => box(page).getByRole('option')

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

/** A page that holds what the lists and the address book give. */
async function filled(): Promise<Page> {
  const page = await app.open('/contacts')
  await expect(page.getByText('Nora Quill')).toBeVisible()
  for (const [path, text] of [
    ['/businesses', 'Lantern Bakery'],
    ['/violations', '48 QUARRY ROAD'],
    ['/licenses', '12 ELM STREET'],
    ['/inspections', '48 QUARRY ROAD'],
  ] as const) {
    await page.goto(app.town.url + path)
    await expect(page.getByText(text).first()).toBeVisible()
  }
  return page
}

test('Ctrl K goes to any page, address, person, business, licence or number, by words in any order', async () => {
  const page = await filled()
  for (const [typed, title, path] of [
    ['vacancy', 'Vacancy Statuses', /\/vacancy-statuses$/],
    ['quill nora', 'Nora Quill', /\/contacts\/\d+$/],
    ['0177', 'Nora Quill', /\/contacts\/\d+$/],
    ['oven', 'Lantern Bakery', /\/business\/\d+$/],
    ['street elm', 'Address', /\/address\/1$/],
    ['l-2207', 'Multifamily License L-2207', /\/license\/1$/],
    ['violation 1', 'Doorhanger #1', /\/violation\/1$/],
  ] as const) {
    await openByKeys(page)
    await field(page).fill(typed)
    await expect(options(page).first(), typed).toContainText(title)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(path)
    await expect(box(page)).toBeHidden()
  }
  // What was opened last is listed before anything is typed, and is found first.
  await openByKeys(page)
  await expect(options(page).first()).toContainText('Doorhanger #1')
  await expect(options(page)).toHaveCount(6)
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
})

test('Ctrl K before the app runs opens the search as soon as it can, with what was typed', {
  tag: '@desk',
}, async () => {
  const page = await filled()
  await holdApp(page)
  await page.goto(`${app.town.url}/contacts`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('overr')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('n')
  await expect(page.getByText('Nora Quill')).toHaveCount(0)
  await letGo(page)
  await expect(field(page)).toHaveValue('oven')
  await expect(field(page)).toBeFocused()
  await expect(options(page).first()).toContainText('Lantern Bakery')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
  // Text that is typed later is not kept for it any more.
  await page.keyboard.type('lost')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('')
})

test('without signal Ctrl K finds the device’s records, and says when there is nothing', { tag: '@desk' }, async () => {
  const page = await filled()
  await app.signalOff()
  await openByKeys(page)
  await field(page).fill('bakery')
  await expect(options(page).first()).toContainText('Lantern Bakery')
  await field(page).fill('nothing like this')
  await expect(box(page).getByText(/^Nothing found/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeHidden()
})

test('the menu opens the search, which offers no page that the role does not see', async ({ isMobile }) => {
  const page = await app.open('/')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: /^Go to/ }).click()
  await field(page).fill('rooms')
  await expect(box(page).getByText('Nothing found')).toBeVisible()
  await field(page).fill('field')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/field$/)
})
