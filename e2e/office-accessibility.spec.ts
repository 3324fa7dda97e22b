import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inspectionIn, openApp, test } from './open-app.ts'

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
    await page.goto(app.town.url + path)
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
