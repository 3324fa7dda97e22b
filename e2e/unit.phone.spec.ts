import { expect, type Page } from '@playwright/test'
import { openApp, refuse, sendNow, test } from './open-app.ts'

// Phone only: the desk shows the same.

const app = openApp('ons')
let count = 0
/** A unit of its own for each test, at 12 Elm Street. */
const unit = async () => {
  count += 1
  const number = `T${count}`
  const id = await app.put('insert into units (number, address_id) values ($1, 1) returning id', [number])
  return { id, number, path: `/address/1/unit/${id}` }
}
const numberOf = (id: number) => app.rows('select number from units where id = $1', [id])
const edit = async (page: Page, typed: string) => {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Unit number').fill(typed)
  await page.getByRole('button', { name: 'Save' }).click()
}

test('UN-01 Unit {number} has Edit with Save and Cancel in place; UN-02 after Save it asks, and Cancel changes nothing', async () => {
  const { id, number, path } = await unit()
  const page = await app.open(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${number}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Unit number')).toHaveValue(number)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Unit number')).toHaveCount(0)

  await edit(page, ' 9Z ')
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('Are you sure you want to change the unit number to 9Z?', { exact: true }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${number}`)
  expect(await numberOf(id)).toEqual([{ number }])

  await edit(page, '9Z')
  await dialog.getByRole('button', { name: 'Yes, Update' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 9Z')
  await expect.poll(() => numberOf(id)).toEqual([{ number: '9Z' }])
})

test('UN-03 an unchanged or blank number just closes the editor', async () => {
  const { id, path, number } = await unit()
  const page = await app.open(path)
  for (const typed of [number, ` ${number} `, '', '   ']) {
    await edit(page, typed)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${number}`)
  expect(app.town.calls.filter((it) => it === `PATCH /api/units/${id}`)).toEqual([])
})

test('UN-04 a number of another unit of the address is reported and not saved, with signal and without', async () => {
  const { path, number } = await unit()
  const page = await app.open(path)
  const taken = page.getByRole('alert').filter({ hasText: 'A unit with this number already exists for this address.' })
  await edit(page, ' 1a ')
  await expect(taken).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await app.signalOff()
  await page.reload()
  await edit(page, '1A')
  await expect(taken).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Unit ${number}`)
})

test('UN-05 a check that fails says Error checking for duplicate unit number.; a refused update shows on the unit', async () => {
  const { id, number, path } = await unit()
  let page = await app.open(path)
  app.town.faults.inject = refuse(/^P(ATCH|UT) .*units/, 422, 'Numbers are frozen')
  await edit(page, '8Y')
  await page.getByRole('button', { name: 'Yes, Update' }).click()
  await expect(page.locator('[data-entry-state=Refused]')).toContainText(
    'Error updating unit number.: Numbers are frozen',
  )
  expect(await numberOf(id)).toEqual([{ number }])

  // Another address, whose units this device never fetched.
  const far = await app.put("insert into units (number, address_id) values ('1', 2) returning id")
  app.town.faults.inject = refuse(/GET .*addresses\/2\/units/, 500, 'Out of order')
  page = await app.open(`/address/2/unit/${far}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 1')
  await edit(page, '2')
  await expect(page.getByRole('alert').filter({ hasText: 'Error checking for duplicate unit number.' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('UN-06 property name, combined address as a link, Owner Name, and AKA only if there is one', async () => {
  const address = await app.put(
    "insert into addresses (combadd, ownername, aka) values ('7 MILL LANE', 'Ines Dorn', 'The Old Mill') returning id",
  )
  const id = await app.put("insert into units (number, address_id) values ('A', $1) returning id", [address])
  let page = await app.open(`/address/${address}/unit/${id}`)
  const fact = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd')
  await expect(fact('AKA')).toHaveText('The Old Mill')
  await expect(fact('Owner Name')).toHaveText('Ines Dorn')
  await expect(fact('Address').getByRole('link', { name: '7 MILL LANE' })).toHaveAttribute(
    'href',
    `/address/${address}`,
  )
  await expect(page.getByText('Property Name')).toHaveCount(0)
  page = await app.open('/address/1/unit/1')
  await expect(page.getByText('AKA', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Elm Court')).toBeVisible()
})

test('UN-02 a rename without signal shows at once and arrives later', async () => {
  const { id, path } = await unit()
  const page = await app.open(path)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await app.signalOff()
  await edit(page, '7X')
  await page.getByRole('button', { name: 'Yes, Update' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 7X')
  await expect(page.getByText('Saved on this phone')).toBeVisible()
  await app.signalOn()
  await sendNow(app, page)
  await expect.poll(() => numberOf(id)).toEqual([{ number: '7X' }])
})
