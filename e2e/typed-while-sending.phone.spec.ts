import { expect, type Page } from '@playwright/test'
import { held } from '../tests/harness/held.ts'
import { news, openApp, test } from './open-app.ts'
import { giveRoom, holdFreeing, letFreeingGo } from './storage.ts'
import { typedIsKept } from './story.ts'

// Phone only: the forms are the same at a desk.

const app = openApp('admin')

/** The Admin's number, in whose database the drafts are. */
const admin = 4
const kept = (page: Page, words: string) => typedIsKept(page, words, admin)

/** The device has room again, and stores what it was told to. */
async function goOn(page: Page): Promise<void> {
  await giveRoom(page)
  await letFreeingGo(page)
}

test('CF-31 I16 what is typed while a unit is being stored is kept for the next one', async () => {
  const page = await app.open('/address/2?tab=units')
  await page.getByRole('button', { name: 'Add Unit' }).click()
  const form = page.getByRole('form', { name: 'Create Unit' })
  await form.getByLabel('Unit Number/Letter').fill('B7')
  await holdFreeing(page)
  await form.getByRole('button', { name: 'Create Unit' }).click()
  await form.getByLabel('Unit Number/Letter').fill('C8')
  await goOn(page)
  await expect.poll(() => app.rows("select number from units where number in ('B7', 'C8')")).toEqual([{ number: 'B7' }])
  await kept(page, 'C8')
})

test('CF-35 I16 a name typed while a new business is being stored is kept', async () => {
  const page = await app.open('/?new=complaint')
  await page.getByRole('button', { name: 'Add a Business' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Business' })
  await dialog.getByLabel('Name').fill('Quarry Coffee')
  await dialog.getByRole('combobox', { name: 'Address' }).fill('quarry')
  await dialog.getByRole('option', { name: /48 QUARRY ROAD/ }).click()
  await holdFreeing(page)
  await dialog.getByRole('button', { name: 'Create Business' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('')
  await dialog.getByLabel('Name').fill('Night Cafe')
  await kept(page, 'Night Cafe')
  await goOn(page)
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => app.rows('select name from businesses')).toEqual([{ name: 'Quarry Coffee' }])
  await kept(page, 'Night Cafe')
})

test('RM-07 I16 a prompt typed while the one before is being sent stays in the field and on the device', async () => {
  const id = await app.put("insert into rooms (name) values ('Pantry') returning id")
  const page = await app.open(`/rooms/${id}`)
  const add = page.getByRole('form', { name: 'Add Prompt' })
  const field = add.getByLabel('New prompt')
  const sending = held()
  let hasBegun = false
  await page.route(/\/prompts\/?$/, async (route) => {
    if (route.request().method() === 'POST') {
      hasBegun = true
      await sending.work()
    }
    await route.continue()
  })
  await field.fill('Shelves are firm')
  await add.getByRole('button', { name: 'Add Prompt' }).click()
  await expect.poll(() => hasBegun).toBe(true)
  await field.fill('No mice')
  sending.end()
  await expect
    .poll(() => app.rows('select content from prompts where room_id = $1', [id]))
    .toEqual([{ content: 'Shelves are firm' }])
  await expect(add.getByRole('button', { name: 'Add Prompt' })).toBeEnabled()
  await expect(field).toHaveValue('No mice')
  await kept(page, 'No mice')
})

test('VA-07 I16 an address typed while the one before is being stored stays in the form and on the device', async () => {
  const page = await app.open('/new-address')
  const form = page.getByRole('form', { name: 'Add New Address' })
  const field = form.getByLabel('Combined Address')
  await field.fill('7 NEW LANE')
  await holdFreeing(page)
  await form.getByRole('button', { name: 'Create Address' }).click()
  await expect(field).toHaveValue('')
  await field.fill('9 NEW LANE')
  await kept(page, '9 NEW LANE')
  await goOn(page)
  await expect(news(page, 'Address created!')).toBeVisible()
  await expect(field).toHaveValue('9 NEW LANE')
  // The focus stays in the field that is being typed into.
  await expect(field).toBeFocused()
  await kept(page, '9 NEW LANE')
})

test('I16 what the next caller says, typed while the call before is being stored, stays', async () => {
  const page = await app.open('/complaint-by-phone')
  const words = page.getByLabel('What does the caller say?')
  await page.locator('main').getByRole('combobox', { name: 'Address', exact: true }).fill('48 quarry')
  await page.getByRole('option', { name: '48 QUARRY ROAD' }).click()
  await words.fill('Rubbish behind the house')
  await holdFreeing(page)
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect(words).toHaveValue('')
  await words.fill('A car without plates')
  await kept(page, 'A car without plates')
  await goOn(page)
  await expect(page.getByText('Complaint saved.')).toBeVisible()
  await expect(words).toHaveValue('A car without plates')
  await kept(page, 'A car without plates')
})

test('CO-06 I16 what is typed while an edit is being stored is offered at once, and saved with the next', async () => {
  const id = await app.put("insert into contacts (name, phone) values ('Tess Ward', '410-555-0101') returning id")
  const page = await app.open(`/contacts/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Edit contact' })
  await form.getByLabel('Phone').fill('410-555-0199')
  await holdFreeing(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByLabel('Name').fill('Tess Ward-Lang')
  await goOn(page)
  await expect(form).toHaveCount(0)
  await kept(page, 'Tess Ward-Lang')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Tess Ward-Lang')
  await expect(form.getByLabel('Phone')).toHaveValue('410-555-0199')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect
    .poll(() => app.rows('select name, phone from contacts where id = $1', [id]))
    .toEqual([{ name: 'Tess Ward-Lang', phone: '410-555-0199' }])
})
