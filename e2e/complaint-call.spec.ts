import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, test } from './open-app.ts'
import { onDevice } from './story.ts'

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

/** The next test begins with an empty form. */
async function discard(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(address(page)).toBeVisible()
}

const complaints = () => app.rows(`select * from inspections where source = 'Complaint' order by id`)

test('open matters of the address are shown at once; a second call about one is added to it and makes no complaint', async () => {
  const before = (await complaints()).length
  const page = await app.open('/complaint-by-phone')
  await page.getByRole('combobox', { name: 'Caller' }).fill('410 555 0333')
  await page.getByLabel('Name of the new caller').fill('Cy New')
  await address(page).fill('12 elm')
  await page.getByRole('option', { name: '12 ELM STREET' }).click()
  const about = page.getByRole('group', { name: 'What is the call about?' })
  await expect(about).toContainText('Complaint: Loud dog at night')
  await expect(about).toContainText('Doorhanger: Tall weeds')
  await expect(about.getByLabel('A new matter')).toBeChecked()
  await about.getByLabel('Complaint: Loud dog at night').check()
  await page.getByLabel('What does the caller say?').fill('It barks until two')
  await expectAccessible(page, 'a call about an open matter')
  await page.getByRole('button', { name: 'Add to the complaint' }).click()
  await expect(page.getByText('Added to the complaint.')).toBeVisible()
  await page.getByRole('link', { name: 'Open it' }).click()
  const calls = page.getByRole('region', { name: 'Further calls' })
  await expect(calls).toContainText('Cy New, (410) 555-0333: It barks until two')
  await expect
    .poll(async () => (await app.rows('select content from comments')).map((it) => it.content))
    .toEqual([expect.stringMatching(/^Further call about complaint #\d+ from Cy New, \(410\) 555-0333: It barks/)])
  expect(await complaints()).toHaveLength(before)
})

test('a missing value is reported at its field, nothing typed is lost, and without signal the call waits', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/complaint-by-phone')
  await expect(page.getByRole('combobox', { name: 'Caller' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Caller' }).fill('410 555 0444')
  // It moves the button down.
  await expect(page.getByLabel('Name of the new caller')).toBeVisible()
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect(page.getByText('Choose the caller, or type the name of a new one')).toBeVisible()
  await expect(page.getByText('Choose the address')).toBeVisible()
  await expect(page.getByText('Write what the caller says')).toBeVisible()
  await page.getByLabel('What does the caller say?').fill('A burst pipe')
  await address(page).fill('48 quarry')
  await page.getByRole('option', { name: '48 QUARRY ROAD' }).click()
  await expect(page.getByText('Choose the address')).toHaveCount(0)
  await app.signalOff()
  await expect
    .poll(() => onDevice(page, 'drafts', 4))
    .toMatchObject([{ form: 'complaint-call', values: { address: { id: 2 }, words: 'A burst pipe' } }])
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('What does the caller say?')).toHaveValue('A burst pipe')
  await page.getByLabel('Name of the new caller').fill('Di New')
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect(page.getByText('Complaint saved.')).toBeVisible()
  await app.signalOn()
  await expect
    .poll(async () => (await complaints()).at(-1), { timeout: 30_000 })
    .toMatchObject({ description: 'A burst pipe', address_id: 2 })
})

test('a call begun about an open matter stays about it when the records have left the device and there is no signal', {
  tag: '@phone',
}, async () => {
  const page = await app.open('/complaint-by-phone')
  await address(page).fill('12 elm')
  await page.getByRole('option', { name: '12 ELM STREET' }).click()
  const matter = page.getByLabel('Complaint: Loud dog at night')
  await matter.check()
  await page.getByLabel('What does the caller say?').fill('And again')
  await expect.poll(() => onDevice(page, 'drafts', 4)).toMatchObject([{ values: { words: 'And again' } }])
  await app.signalOff()
  await page.evaluate(async () => {
    const [{ name } = {}] = (await indexedDB.databases()).filter((it) => /^codesoft-.+-\d+$/.test(it.name ?? ''))
    const opening = indexedDB.open(name ?? '')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const stores = ['inspection', 'violation', 'pulls']
    const clearing = db.transaction(stores, 'readwrite')
    for (const store of stores) clearing.objectStore(store).clear()
    await new Promise((resolve) => {
      clearing.oncomplete = resolve
    })
    db.close()
  })
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Earlier records of this address are not on this device.')).toBeVisible()
  await expect(matter).toBeChecked()
  await expect(page.getByRole('button', { name: 'Add to the complaint' })).toBeVisible()
  await discard(page)
})

test('a new complaint of a known caller is taken by keyboard alone, in at most 25 keys beside the words @desk', async () => {
  const page = await app.open('/')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused()
  const keys = keyboardOf(page)
  await keys.type('by phone')
  await expect(page.getByRole('option').first()).toContainText('Complaint by phone')
  await keys.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Caller' })).toBeFocused()
  await keys.type('4105550111')
  await expect(page.getByRole('option', { name: 'Ann Reed' })).toBeVisible()
  await keys.press('ArrowDown', 'Enter', 'Tab')
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
  // With Control K.
  expect(keys.count() + 1, 'keys beside the words').toBeLessThanOrEqual(25)
  const [ann] = await app.rows(`select id from contacts where name = 'Ann Reed'`)
  await expect
    .poll(async () => (await complaints()).at(-1))
    .toMatchObject({ description: 'Rubbish behind the house', address_id: 2, contact_id: ann?.id })
  expect((await complaints()).at(-1)?.inspector_id).not.toBeNull()
  // The next caller is on the line.
  await expect(page.getByRole('combobox', { name: 'Caller' })).toBeFocused()
})

test('a restored call about a matter that was closed meanwhile says so and is a new matter', {
  tag: '@desk',
}, async () => {
  await app.rows(`insert into inspections (source, address_id, description) values ('Complaint', 2, 'Smoke')`)
  const page = await app.open('/complaint-by-phone')
  await address(page).fill('48 quarry')
  await page.getByRole('option', { name: '48 QUARRY ROAD' }).click()
  await page.getByLabel('Complaint: Smoke').check()
  await page.getByLabel('What does the caller say?').fill('Still smoke')
  await expect.poll(() => onDevice(page, 'drafts', 4)).toMatchObject([{ values: { words: 'Still smoke' } }])
  await app.rows(`update inspections set status = 'No Violation Found', updated_at = now() where description = 'Smoke'`)
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('“Complaint: Smoke” has been closed meanwhile. The call is a new matter.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save complaint' })).toBeVisible()
  await discard(page)
})
