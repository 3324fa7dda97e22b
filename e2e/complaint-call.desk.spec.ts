import { expect, type Page } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Desk only: by keyboard alone.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into contacts (name, phone) values ('Ann Reed', '410-555-0111'), ('Bo Reed', '410-555-0222');
    insert into inspections (source, address_id, description, created_at)
      values ('Complaint', 1, 'Loud dog at night', now() - interval '3 days');
    insert into violations (address_id, user_id, status, description) values (1, 1, 0, 'Tall weeds');
  `)
})

const address = (page: Page) => page.locator('main').getByRole('combobox', { name: 'Address', exact: true })

/** A keyboard that counts the keys pressed beside the words typed. */
function keyboardOf(page: Page) {
  let pressed = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        pressed += 1
        await page.keyboard.press(key)
      }
    },
    type: (words: string) => page.keyboard.type(words),
    count: () => pressed,
  }
}

const complaints = () => app.rows(`select * from inspections where source = 'Complaint' order by id`)

test('a new complaint of a known caller is taken by keyboard alone, in at most 25 keys beside the words', async () => {
  const page = await app.open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const keys = keyboardOf(page)
  await keys.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
  await keys.type('by phone')
  await expect(page.getByRole('option').first()).toContainText('Complaint by phone')
  await keys.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Caller' })).toBeFocused()
  await keys.type('4105550111')
  await expect(page.getByRole('option', { name: 'Ann Reed' })).toBeVisible()
  await keys.press('ArrowDown', 'Enter', 'Tab', 'Tab')
  await expect(address(page)).toBeFocused()
  await keys.type('48 quarry')
  await expect(page.getByRole('option', { name: '48 QUARRY ROAD' })).toBeVisible()
  await keys.press('ArrowDown', 'Enter')
  const words = page.getByLabel('What does the caller say?')
  for (let n = 0; n < 6 && !(await words.evaluate((it) => it === document.activeElement)); n++) await keys.press('Tab')
  await keys.type('Rubbish behind the house')
  await keys.press('Tab')
  await expect(page.getByLabel('Assign to ONS member')).toBeFocused()
  await keys.type('O')
  await keys.press('Control+Enter')
  await expect(page.getByText('Complaint saved.')).toBeVisible()
  expect(keys.count(), 'keys beside the words').toBeLessThanOrEqual(25)
  const [ann] = await app.rows(`select id from contacts where name = 'Ann Reed'`)
  await expect
    .poll(async () => (await complaints()).at(-1))
    .toMatchObject({ description: 'Rubbish behind the house', address_id: 2, contact_id: ann?.id })
  expect((await complaints()).at(-1)?.inspector_id).not.toBeNull()
  // The next caller is on the line.
  await expect(page.getByRole('combobox', { name: 'Caller' })).toBeFocused()
})
