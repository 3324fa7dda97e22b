import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inspectionIn, openApp, test, toScreen } from './open-app.ts'

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into licenses (license_type, license_number, address_id) values (2, 'SF-1', 1);
    insert into permits (permit_type, inspection_id) values ('Dumpster', 1);
  `)
})

test('axe finds nothing on complaints, licences, permits, rooms, users and codes with open forms, light and dark', async () => {
  const complaint = await inspectionIn(app, { source: 'Complaint', address_id: 1, unit_id: 1, contact_id: 1 })
  const page = await app.open('/complaints')
  const open = async (path: string, press: string[] = []) => {
    await toScreen(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main').getByText(/^Loading/)).toHaveCount(0)
    for (const name of press) await page.locator('main').getByRole('button', { name, exact: true }).first().click()
    await expectAccessible(page, [path, ...press].join(' '))
  }
  await open('/complaints')
  await open(`/complaint/${complaint}`, ['Add new contact'])
  await page.getByLabel('Violation found?').selectOption('Violation Found')
  await page.getByRole('form', { name: 'Outcome' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a Violation for this Address?' })).toBeVisible()
  await expectAccessible(page, 'the violation of a complaint')
  await open('/licenses', ['Add License'])
  await page.getByRole('dialog').getByRole('button', { name: 'Create License' }).click()
  await expectAccessible(page, 'a licence without a business')
  await open('/license/1', ['Edit'])
  await open('/permits')
  await open('/permit/1')
  await open('/rooms', ['Add Room', 'Create Room'])
  await open('/rooms/1', ['Edit Room', 'Add Prompt'])
  await open('/users', ['Add User', 'Create User'])
  await open('/users/1', ['Edit', 'Show Password'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'a user, dark')
  await open('/codes')
})

// The same parts make these pages on the phone, where the tests above look at them.
test('axe finds nothing on the other pages of the office: cases, contacts, businesses, phones, the log, lists and words', {
  tag: '@desk',
}, async () => {
  await app.pool.query(`
    insert into businesses (name, address_id) values ('Vale Bakery', 1);
    insert into violations (address_id, user_id, deadline, violation_type) values (1, 1, '7 days', 'doorhanger');
    insert into violation_codes values (1, 1);
    insert into citations (violation_id, code_id, user_id, fine, deadline, status) values (1, 1, 1, 200, '2026-12-31', 0);
  `)
  const page = await app.open('/violations')
  const pages = [
    ...['/violations', '/violation/1', '/citations', '/citation/1', '/contacts', '/contacts/1'],
    ...['/businesses', '/business/1', '/code/1'],
    ...['/phones', '/audit', '/due-list', '/vacancy-statuses', '/helpful', '/new-address', '/about', '/software'],
  ]
  for (const path of pages) {
    await toScreen(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main').getByText(/^Loading/)).toHaveCount(0)
    await expectAccessible(page, path)
  }
})
