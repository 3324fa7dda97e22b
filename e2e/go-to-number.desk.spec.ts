import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const app = openApp('ons', (pool) =>
  pool.query(`
    insert into violations (id, address_id, user_id, deadline, violation_type) overriding system value values
      (12, 2, 1, '7 days', 'doorhanger'), (123, 2, 1, '7 days', 'doorhanger');
    insert into contacts (name, phone) values ('Number 124 Lane', '4105550124');
  `),
)

/** Types into the search and presses Enter before the page does anything else, as a fast hand does. */
const typeAndEnter = (page: Page, text: string) =>
  page.getByRole('combobox', { name: 'Go to' }).evaluate((input: HTMLInputElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return new Promise<void>((done) =>
      // React shows the text in a microtask; the device answers later.
      queueMicrotask(() => {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        done()
      }),
    )
  }, text)

async function searchFor12(): Promise<Page> {
  const page = await app.open('/contacts')
  await expect(page.getByText('Number 124 Lane').first()).toBeVisible()
  await page.goto(`${app.town.url}/violations`)
  await expect(page.getByText('48 QUARRY ROAD').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('12')
  await expect(page.getByRole('option').first()).toContainText('Doorhanger #12')
  return page
}

test('Enter pressed before the device has looked for a typed number waits, and opens that record and no other', async () => {
  const page = await searchFor12()
  await typeAndEnter(page, '123')
  await expect(page).toHaveURL(/\/violation\/\d+$/)
  expect(new URL(page.url()).pathname).toBe('/violation/123')
})

test('Enter pressed early for a number that no record has opens the first result of the typed text', async () => {
  const page = await searchFor12()
  await typeAndEnter(page, '124')
  await expect(page).not.toHaveURL(/\/violations$/)
  expect(new URL(page.url()).pathname).toMatch(/^\/contacts\/\d+$/)
})
