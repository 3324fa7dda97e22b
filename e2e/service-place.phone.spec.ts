import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Phone only: a notice is served on the doorstep.

const app = openApp('ons')

test('X65 a record of service has the position of the moment at which it is saved, not of the form being opened', async () => {
  const id = await app.put(
    "insert into violations (address_id, user_id, deadline) values (1, 1, '7 days') returning id",
  )
  const page = await app.open('/')
  const context = page.context()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 38.951, longitude: -76.94, accuracy: 50 })
  await page.goto(`${app.town.url}/violation/${id}`)
  await page.getByRole('button', { name: 'Record Service' }).click()
  const form = page.getByRole('form', { name: 'Record Service' })
  await expect(form).toContainText('within 165 ft')
  // From the car to the door.
  await context.setGeolocation({ latitude: 38.952, longitude: -76.941, accuracy: 5 })
  await expect(form).toContainText('within 17 ft')
  await form.getByRole('button', { name: 'Save Service' }).click()
  await expect
    .poll(() => app.rows('select lat, lng, accuracy from notice_services'))
    .toEqual([{ lat: 38.952, lng: -76.941, accuracy: 5 }])
})
