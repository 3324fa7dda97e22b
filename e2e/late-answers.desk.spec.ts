import { expect, type Locator, type Page } from '@playwright/test'
import { holdCalls, moveTo, news, openApp, test } from './open-app.ts'
import { typedIsKept } from './story.ts'

// Desk only: forms of the office, which are saved at once.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into phrases (text) values ('Gutter loose'), ('Trash in the yard');
    insert into licenses (license_type, address_id, license_number) values (3, 1, 'L-1');
    insert into users (email, name, role) values ('late@town.example', 'Lee Late', 0);
  `)
})

interface Form {
  form: Locator
  /** Opens the form, which is closed. */
  open(): Promise<void>
  close(): Promise<void>
  field: string
  /** What is saved, and what is typed after it. */
  first: string
  next: string
  save: string
  /** The answer to the first save is late. */
  call: { url: RegExp; method: string }
  done: string
}

/**
 * Saves, closes the form, opens it anew and types something else before the first answer comes: the form stays open, with
 * what was typed.
 */
async function staysOpen(page: Page, { form, field, first, next, open, close, save, call, done }: Form): Promise<void> {
  const answer = await holdCalls(page, call.url, call.method)
  await open()
  await form.getByLabel(field).fill(first)
  const sent = page.waitForRequest((it) => call.url.test(it.url()) && it.method() === call.method)
  await form.getByRole('button', { name: save }).click()
  await sent
  await close()
  await expect(form).toHaveCount(0)
  await open()
  const discard = page.getByRole('button', { name: 'Discard it' })
  await expect(form.or(discard)).toBeVisible()
  if (await discard.isVisible()) await discard.click()
  await form.getByLabel(field).fill(next)
  await typedIsKept(page, next, 4)
  answer()
  await expect(news(page, done)).toBeVisible()
  await expect(form.getByLabel(field)).toHaveValue(next)
}

/** A form that a button opens, and another one closes. */
const formBehind = (page: Page, name: string, button = name) => ({
  form: page.getByRole('form', { name }),
  open: () => page.getByRole('button', { name: button, exact: true }).click(),
  close: () => page.getByRole('button', { name: 'Cancel' }).click(),
})

test('PM-03 the late answer of a closed form leaves another permit in the form that is open', async () => {
  const page = await app.open('/about')
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), manualPermits: true } })
  })
  await page.goto(`${app.town.url}/permits`)
  await staysOpen(page, {
    ...formBehind(page, 'Add Permit'),
    field: 'Inspection ID',
    first: '2',
    next: '987654',
    save: 'Create Permit',
    call: { url: /\/permits\/?$/, method: 'POST' },
    done: 'Permit created',
  })
})

test('LC-12 US-04 the late answer of a closed edit leaves another edit of the record open', async () => {
  const page = await app.open('/licenses')
  await page.getByRole('link', { name: 'L-1' }).click()
  await staysOpen(page, {
    ...formBehind(page, 'License', 'Edit'),
    field: 'License number',
    first: 'L-2',
    next: 'L-3',
    save: 'Save',
    call: { url: /\/licenses\/\d+$/, method: 'PUT' },
    done: 'License saved',
  })
  await moveTo(page, '/users')
  await page.getByRole('link', { name: 'Lee Late' }).click()
  await staysOpen(page, {
    ...formBehind(page, 'User', 'Edit'),
    field: 'Name',
    first: 'Lee Early',
    next: 'Lee Later',
    save: 'Save',
    call: { url: /\/users\/\d+$/, method: 'PUT' },
    done: 'User saved',
  })
})

test('RM-04 the late answer of a closed form leaves another room in the form that is open', async () => {
  const page = await app.open('/rooms')
  await staysOpen(page, {
    ...formBehind(page, 'Add Room'),
    field: 'Room Name',
    first: 'Laundry',
    next: 'Bicycle room',
    save: 'Create',
    call: { url: /\/rooms\/?$/, method: 'POST' },
    done: 'Room Laundry created',
  })
})

test('X104 the late answer of a closed dialog leaves the dialog of another line open', async () => {
  const page = await app.open('/town/phrases')
  const phrase = page.getByRole('form', { name: 'Phrase' }).getByLabel('Phrase')
  const answer = await holdCalls(page, /\/town\/lists?\b/, 'POST')
  await page.getByRole('button', { name: 'Edit Gutter loose' }).click()
  await phrase.fill('Gutter hangs')
  const sent = page.waitForRequest((it) => it.method() === 'POST')
  await page.getByRole('button', { name: 'Save' }).click()
  await sent
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Edit Trash in the yard' }).click()
  await phrase.fill('Trash in the street')
  answer()
  await expect(news(page, 'Phrase saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Gutter hangs/ })).toBeVisible()
  await expect(phrase).toHaveValue('Trash in the street')
})
