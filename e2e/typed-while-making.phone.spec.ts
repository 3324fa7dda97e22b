import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { giveRoom, holdFreeing, letFreeingGo } from './storage.ts'
import { typedIsKept } from './story.ts'

// Phone only: the forms are the same at a desk.

const app = openApp('ons')

test('CF-28 I16 words typed while a new complaint is being stored are kept on the device', async () => {
  const page = await app.open('/?new=complaint')
  const form = page.getByRole('form').filter({ has: page.getByRole('button', { name: 'Create New Complaint' }) })
  const description = form.getByLabel('Description')
  await description.fill('Smoke in the hall')
  await holdFreeing(page)
  await form.getByRole('button', { name: 'Create New Complaint' }).click()
  await page.getByRole('button', { name: 'Save without an address' }).click()
  await expect(description).toHaveValue('')
  await description.fill('No light on the stairs')
  await typedIsKept(page, 'No light on the stairs')
  await giveRoom(page)
  await letFreeingGo(page)
  await expect(page.getByRole('link', { name: 'Open the new complaint' })).toBeVisible()
  await typedIsKept(page, 'No light on the stairs')
})

test('CO-03 I16 a name typed while a new contact is being stored is kept; a phone that is too long is said at its field', async () => {
  const page = await app.open('/contacts')
  await page.getByRole('button', { name: 'Add contact' }).click()
  const form = page.getByRole('form', { name: 'New contact' })
  await form.getByLabel('Name').fill('Ines Dorn')
  await form.getByLabel('Phone').fill('5'.repeat(256))
  await form.getByRole('button', { name: 'Save Contact' }).click()
  await expect(form.getByText('Too long: 256 characters, at most 255 can be kept')).toBeVisible()
  await form.getByLabel('Phone').fill('')
  await holdFreeing(page)
  await form.getByRole('button', { name: 'Save Contact' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await form.getByLabel('Name').fill('Noel Brand')
  await typedIsKept(page, 'Noel Brand')
  await giveRoom(page)
  await letFreeingGo(page)
  await expect(form).toHaveCount(0)
  await typedIsKept(page, 'Noel Brand')
})
