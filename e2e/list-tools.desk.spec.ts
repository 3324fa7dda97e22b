import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: files and paper belong to the desk.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into contacts (name, phone) select 'Listed Person ' || lpad(n::text, 2, '0'), '' from generate_series(1, 24) as n;
    insert into contacts (name, email, phone, notes) values
      ('=HYPERLINK("http://x")', null, '443 555 0100', 'Says "no",
then yes');
    insert into businesses (name, address_id) values ('Vale Bakery', 1);
    insert into violations (address_id, user_id, status) values (1, 1, 0);
    insert into citations (violation_id, user_id, citationid, fine, deadline, status) values (1, 1, 'C-1', 50, '2031-01-01', 0);
    insert into inspections (source, address_id, description) values ('Complaint', 1, 'Loud dog');
    insert into licenses (license_type, address_id) values (2, 1);
    insert into permits (inspection_id, permit_type) values (1, 'Dumpster');
    update addresses set vacancy_status = 'vacant' where id = 2;
  `)
})

const downloaded = async (page: Page) => {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await arriving
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a list is downloaded as CSV: all filtered pages, in UTF-8 with its mark, and nothing in it runs', async () => {
  const page = await app.open('/contacts')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const whole = await downloaded(page)
  expect(whole.name).toMatch(/^contacts-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(whole.text).toMatch(/^\uFEFFName,Email,Phone,Notes,Created\r\n/)
  expect(whole.text.match(/Listed Person/g)).toHaveLength(24)
  expect(whole.text).toMatch(
    /"'=HYPERLINK\(""http:\/\/x""\)",,\(443\) 555-0100,"Says ""no"",\nthen yes",\d{4}-\d{2}-\d{2}\r\n/,
  )
  await app.signalOff()
  await page.getByLabel('Search contacts').fill('Person 1')
  await expect(page.getByRole('row')).toHaveCount(11)
  expect((await downloaded(page)).text.trimEnd().split('\r\n')).toHaveLength(11)
})

test('on paper a list is whole, its heads are kept, and shell, filters and buttons are left out', async () => {
  const page = await app.open('/contacts')
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('tbody tr')).toHaveCount(26)
  await expect(page.locator('main button:visible, aside:visible, header button:visible')).toHaveCount(0)
  await expect(page.getByRole('search')).toHaveCount(0)
  expect(await page.locator('thead').evaluate((it) => getComputedStyle(it).display)).toBe('table-header-group')
  expect((await page.pdf({ format: 'Letter' })).length).toBeGreaterThan(5_000)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await page.evaluate(() => {
    window.print = () =>
      document.body.setAttribute('data-printed', String(document.querySelectorAll('tbody tr').length))
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '26')
  await expect(page.locator('tbody tr')).toHaveCount(10)
})

test('every list offers its file and its print', async () => {
  const page = await app.open('/')
  for (const path of [
    'violations',
    'citations',
    'complaints',
    'inspections',
    'permits',
    'licenses',
    'codes',
    'businesses',
    'users',
    'rooms',
    'vacancy-statuses',
    'sir',
  ])
    await test.step(path, async () => {
      await page.goto(`${app.town.url}/${path}`)
      await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
      const { name, text } = await downloaded(page)
      expect(name).toMatch(/^[a-z0-9-]+\.csv$/)
      expect(text.split('\r\n').length).toBeGreaterThan(2)
      expect(text).not.toMatch(/undefined|NaN|\[object/)
    })
})

test('VL-05 IL-01 a filter whose choice is gone is shown, so that it can be taken off; a wrong day or page counts as none', async () => {
  const page = await app.open('/violations?user=left@town.example')
  const person = page.getByLabel('ONS user')
  await expect(page.getByText('No violations match your filter.')).toBeVisible()
  await expect(person).toHaveValue('left@town.example')
  await person.selectOption({ label: 'All users' })
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(person.getByText('left@town.example')).toHaveCount(0)

  await page.goto(`${app.town.url}/inspections?from=soon&to=9999-12-31`)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await page.goto(`${app.town.url}/doubles?part=1e309`)
  await expect(page.getByText('No two records have a name, number or address in common.')).toBeVisible()
  await page.goto(`${app.town.url}/week?week=9999-12-31`)
  await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${app.town.url}/sir?view=plots&start=9999-12-20&end=9999-12-31`)
  await expect(page.getByRole('figure').first()).toBeVisible()
})

test('letters typed into the middle of a filter stay together, and the address bar has them when typing pauses', async () => {
  const fields = [
    ['/contacts', 'Search contacts', 'search'],
    ['/businesses', 'Search businesses', 'search'],
    ['/citations', 'Citation ID', 'id'],
    ['/licenses', 'Address or id', 'address'],
    ['/users', 'Search', 'search'],
    ['/codes', 'Search', 'search'],
    ['/town/codes', 'Search', 'search'],
    ['/audit', 'Number', 'record'],
    ['/map', 'Search', 'text'],
  ] as const
  const page = await app.open('/about')
  for (const [path, label, name] of fields) {
    await page.goto(app.town.url + path)
    if (path === '/map') await page.getByRole('button', { name: 'Show Filters' }).click()
    const field = page.getByRole('searchbox', { name: label, exact: true })
    await field.click()
    await page.keyboard.type('vale')
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=vale`))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('12')
    await expect(field, path).toHaveValue('va12le')
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=va12le`))
    // The tap on another control writes it at once.
    await field.fill('')
    await field.blur()
    await expect(page).not.toHaveURL(new RegExp(`[?&]${name}=`))
  }
})
