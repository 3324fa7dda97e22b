import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { signIn } from './open-app.ts'
import { secrets, sentOnce, workWithoutSignal } from './seal-story.ts'
import { everythingKept } from './storage.ts'
import { everythingSent, onDevice, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

/** The Admin at a desk, signed in, on the page of the phones. */
async function deskOf(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false })
  const page = await context.newPage()
  await page.goto(`${url}/phones`)
  await signIn(page, 'admin')
  return page
}

/** Goes to a control by Tab alone and presses Enter there. */
async function enterBy(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isThere = () => control.evaluate((it) => it === document.activeElement)
  for (let steps = 0; steps < 60 && !(await isThere()); steps++) await page.keyboard.press('Tab')
  expect(await isThere()).toBe(true)
  await page.keyboard.press('Enter')
}

test('X89 I16 G-20 a lost phone is cleared at its next contact; its unsent work is sealed, and sent once when it is found', async ({
  browser,
}) => {
  await runStory({}, async (told) => {
    const { town, rows } = told
    const { page } = told.me
    // Only this phone is without signal: the office still has it.
    await workWithoutSignal(told, async () => {
      await expect.poll(async () => (await rows('select 1 from device_heartbeats where user_id = 1')).length).toBe(1)
      await page.context().setOffline(true)
    })

    const desk = await deskOf(browser, town.url)
    const row = desk.getByRole('row').filter({ hasText: 'Ona Sutter' })
    await enterBy(desk, row.getByRole('button', { name: /^Sign out Ona Sutter/ }))
    const dialog = desk.getByRole('dialog', { name: /^Sign out Ona Sutter/ })
    await expect(dialog).toContainText('its records are taken off it')
    expect((await new AxeBuilder({ page: desk }).analyze()).violations.map(({ id }) => id)).toEqual([])
    await enterBy(desk, dialog.getByRole('button', { name: 'Sign out and clear' }))
    await expect(row).toContainText('Will be cleared at its next contact')

    expect(await onDevice(page, 'inspection')).not.toEqual([])
    await page.context().setOffline(false)
    await expect(page.getByText('The office has signed this device out and taken the records off it.')).toBeVisible()
    await expect(page.getByText('Unsent work is sealed on this device.')).toBeVisible()
    expect(await onDevice(page, 'inspection')).toEqual([])
    const kept = await everythingKept(page)
    for (const secret of secrets) expect(kept).not.toContain(secret)
    expect(await rows('select 1 from observations')).toEqual([])
    await desk.reload()
    await expect(row).toContainText('Told to clear itself')

    await page.getByLabel('Email').fill(people.ons.email)
    await page.getByLabel('Password').fill(people.ons.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await everythingSent(page)
    await sentOnce(told)
    await expect.poll(() => rows('select 1 from device_orders')).toEqual([])
    await desk.context().close()
  })
})

test('X89 a phone that was closed when the order came, to its worker or a tab, is cleared when it is opened next', async ({
  browser,
}) => {
  await runStory({}, async (told) => {
    const { town, me, rows } = told
    const { page } = me
    await workWithoutSignal(told, async () => {
      await expect.poll(async () => (await rows('select 1 from device_heartbeats where user_id = 1')).length).toBe(1)
      await page.context().setOffline(true)
    })
    const desk = await deskOf(browser, town.url)
    const row = desk.getByRole('row').filter({ hasText: 'Ona Sutter' })
    await row.getByRole('button', { name: /^Sign out/ }).click()
    await desk.getByRole('button', { name: 'Sign out and clear' }).click()
    await expect(row).toContainText('Will be cleared at its next contact')
    await page.close()
    await page.context().setOffline(false)
    const opened = await page.context().newPage()
    await opened.goto(town.url)
    await expect(opened.getByText('The office has signed this device out')).toBeVisible()
    await expect.poll(() => onDevice(opened, 'inspection')).toEqual([])
    await expect.poll(() => onDevice(opened, 'outbox')).toEqual([])
    const kept = await everythingKept(opened)
    for (const secret of secrets) expect(kept).not.toContain(secret)
    await desk.context().close()
  })
})
