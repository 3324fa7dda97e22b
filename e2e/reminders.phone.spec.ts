import { expect, type Page } from '@playwright/test'
import { addDays, startOfDay } from '../src/rules/dates.ts'
import { chromiumExecutable } from './browser.ts'
import { inspectionIn, openApp, section, test } from './open-app.ts'
import { setFact } from './story.ts'
import { wakeForReminder } from './wake-worker.ts'

// The lighter Chromium has no notifications.
test.use({ launchOptions: { executablePath: chromiumExecutable() } })

const app = openApp('ons')

const dayMs = 86_400_000
const zone = 'America/New_York'
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: zone })
const yesterday = () => `${addDays(today(), -1)}T09:00`

/** The reminders on the device, from any of the app's workers. */
const standing = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await navigator.serviceWorker.getRegistrations()).map((it) => it.getNotifications()))
    return all.flat().map(({ title, body }) => ({ title, body }))
  })

/** Lets it be noon of today for this device, which counts by the clock of the server: no reminder comes at night. */
const isNoon = async (page: Page) => {
  const noon = startOfDay(today(), zone).getTime() + dayMs / 2
  await setFact(page, 'clockOffsetMs', noon - (await page.evaluate(() => Date.now())))
}

test.beforeAll(async () => {
  await app.pool.query('update inspections set inspector_id = null')
  await inspectionIn(app, {
    source: 'Multifamily License',
    address_id: 2,
    inspector_id: 1,
    scheduled_datetime: yesterday(),
  })
})

test('reminders are asked for once, show what is overdue with the app closed, and go at a sign-out', async () => {
  const page = await app.open('/')
  await page.addInitScript(() => {
    Object.assign(navigator, { setAppBadge: async (count: number) => Object.assign(window, { badge: count }) })
  })
  await expect(page.getByRole('list', { name: 'Stops overdue' })).toContainText('48 QUARRY ROAD')
  await page.context().grantPermissions([])
  await page.goto(`${app.town.url}/device`)
  const reminders = section(page, 'Reminders')
  const choice = reminders.getByLabel('Remind me once a day of what is due or overdue')
  // Refused: said in words, and nothing is turned on.
  await choice.click()
  await expect(reminders).toContainText('not allowed on this device')
  await expect(choice).not.toBeChecked()
  await page.context().grantPermissions(['notifications'])
  await choice.click()
  await expect(choice).toBeChecked()
  await expect(reminders).not.toContainText('not allowed')
  await page.reload()
  await expect(choice).toBeChecked()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'badge'))).toBe(1)
  expect(await standing(page)).toEqual([])
  await app.signalOff()
  await isNoon(page)
  await page.goto('about:blank')
  await wakeForReminder(page, app.town.url)
  await page.goto(`${app.town.url}/device`)
  await expect.poll(() => standing(page)).toEqual([{ title: '1 overdue', body: '48 QUARRY ROAD' }])
  // A sign-out takes along the reminder with its addresses, and the number on the icon.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect.poll(() => standing(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'badge'))).toBe(0)
})
