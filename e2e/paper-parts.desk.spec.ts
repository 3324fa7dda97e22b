import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'
import { sheetsOf } from './printed-sheets.ts'

// Desk only: paper has the same width everywhere.

const law = `${'Every owner keeps the yard free of weeds. '.repeat(6)}The last words of the law.`

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into codes (chapter, section, name, description) values ('8', '8-04', 'Weeds', '${law}');
    insert into violations (address_id, user_id, status, deadline, created_at, violation_type)
      select 1, 1, 0, '7 days', now(), 'doorhanger' from generate_series(1, 7);
  `),
)

test('the dashboard on paper has no cards of this device, no first steps and no links to the lists', async () => {
  const page = await app.open('/')
  await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible()
  await expect(page.getByText('View all').first()).toBeVisible()
  await expect(page.locator('.print-head')).toBeAttached()
  const words = (await sheetsOf(page)).join(' ')
  expect(words).toContain('Recent Activity')
  for (const other of ['Before you begin', 'Install the app', 'Prepare for the field', 'My work', 'View all'])
    expect.soft(words).not.toContain(other)
})

test('the list of codes on paper has each text in full, and no link to the editor', async () => {
  const page = await app.open('/codes')
  const row = page.getByRole('row', { name: /Weeds/ })
  await expect(row).toContainText('…')
  await expect(page.locator('.print-head')).toBeAttached()
  const words = (await sheetsOf(page)).join(' ')
  expect(words).toContain('The last words of the law.')
  expect(words).not.toContain('…')
  expect(words).not.toContain('Edit and import')
  await expect(row).toContainText('…')
})

test('the page of an address on paper has all its open matters and its whole timeline, and no Follow up', async () => {
  const page = await app.open('/address/1')
  const main = page.locator('main')
  await expect(main.getByRole('link', { name: 'Follow up' })).toBeVisible()
  await expect(main.getByText(/^and \d+ more in the tabs below$/)).toBeVisible()
  await expect(main.getByRole('button', { name: 'Show all 7 of the timeline' })).toBeVisible()
  await expect(page.locator('.print-head')).toBeAttached()
  const words = (await sheetsOf(page)).join(' ')
  expect(words).not.toContain('Follow up')
  expect(words).not.toContain('more in the tabs below')
  expect(words.match(/Violation: Doorhanger/g)).toHaveLength(7)
  expect(words.match(/days left/g)).toHaveLength(7)
})

test('I6 the notice is printed once, though the sheet is drawn again meanwhile', async () => {
  const page = await app.open('/violation/1')
  await page.getByRole('button', { name: 'Make Notice' }).click()
  const sheet = page.getByRole('dialog', { name: 'Notice' })
  await expect(sheet.getByRole('article', { name: 'The letter' })).toBeVisible()
  const printed = await page.evaluate(async () => {
    const moment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    let count = 0
    window.print = () => {
      count += document.querySelector('.paper') ? 1 : 100
    }
    // A picture of the letter that is drawn slowly.
    let drawn = (_: unknown) => {}
    const slow = new Promise((resolve) => {
      drawn = resolve
    })
    const all = Promise.allSettled.bind(Promise)
    Promise.allSettled = ((tasks: Promise<unknown>[]) => slow.then(() => all(tasks))) as typeof Promise.allSettled
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button, dialog button')]
    const named = (name: string) => buttons.find((it) => it.textContent === name)
    named('Print')?.click()
    await moment(200)
    // Writing the file draws the sheet again.
    named('PDF')?.click()
    await moment(300)
    drawn(null)
    await moment(300)
    Promise.allSettled = all
    return count
  })
  expect(printed).toBe(1)
})
