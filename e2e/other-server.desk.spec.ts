import { expect } from '@playwright/test'
import { openApp, section, test } from './open-app.ts'

/** A server of the documented calls alone, as another maker’s. */
const app = openApp(
  'admin',
  (pool) =>
    pool.query(`
      insert into violations (violation_type, address_id, user_id, status, deadline)
        values ('Notice of Violation', 1, 1, 0, '30 days');
      insert into citations (violation_id, user_id, citationid, fine, deadline, code_id, status)
        values (1, 1, 'C-17', 250, '2031-01-10', 1, 1);
      insert into contact_comments (comment, contact_id, user_id) values ('Rings twice', 1, 2);
    `),
  'documented',
)

test('a page that a server does not offer says so, instead of that there is nothing', async () => {
  const page = await app.open('/phones')
  const words = 'The server of this town does not offer this page.'
  await expect(page.getByRole('alert')).toContainText(words)
  await page.goto(`${app.town.url}/audit`)
  await expect(page.getByRole('alert')).toContainText(words)
})

test('US-05 a server that makes no users and sets no passwords: said in words, and nothing typed is lost', async () => {
  const page = await app.open('/users')
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByLabel('Email').fill('new@town.example')
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('alert')).toContainText('The server of this town cannot make users from here.')
  await expect(page.getByLabel('Email')).toHaveValue('new@town.example')
  // Another one has such a call, and wants fields that nobody documented.
  app.town.faults.inject = ({ method, path }) =>
    method === 'POST' && path.includes('/users/')
      ? { kind: 'failBefore', status: 422, detail: 'password: Field required' }
      : undefined
  await page.getByRole('button', { name: 'Create User' }).click()
  await expect(page.getByRole('alert')).toContainText('The server of this town cannot make users from here.')
  await page.goto(`${app.town.url}/users/2`)
  await section(page, 'Password').getByRole('button').first().click()
  await page.getByLabel('New password').fill('a heron on the millpond')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toContainText('The server of this town cannot set passwords from here.')
  await expect(page.getByLabel('New password')).toHaveValue('a heron on the millpond')
})

test('AD-27 the first visit to the citations of an address names them, never "N/A" or "Unknown"', async () => {
  const page = await app.open('/address/1?tab=citations')
  const tab = page.getByRole('tabpanel')
  await expect(tab.getByText('C-17')).toBeVisible()
  await expect(tab.getByText('$250')).toBeVisible()
  await expect(tab.getByText('Paid', { exact: true })).toBeVisible()
  await expect(tab.getByText(/N\/A|Unknown/)).toHaveCount(0)
})

test('CO-13 a comment on a contact names its author, who is not in the answer', async () => {
  const page = await app.open('/contacts/1')
  await expect(page.getByText('Rings twice')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Comments' }).getByText('Otis Nash')).toBeVisible()
})

test('CT-11 a fine with cents: before saving, the form says that this server may round it, and afterwards that it did', async () => {
  const page = await app.open('/violation/1')
  await page.getByRole('button', { name: 'Add New Citation' }).click()
  const form = page.getByRole('form', { name: 'Add New Citation' })
  await form.getByLabel('Fine ($)').fill('75.50')
  await form.getByRole('combobox', { name: 'Code' }).fill('Tall')
  await page.getByRole('option', { name: /Tall grass/ }).click()
  await form.getByRole('button', { name: 'Add Citation' }).click()
  const question = page.getByRole('dialog', { name: 'Add this citation?' })
  await expect(question).toContainText('$75.50 may become $76')
  await question.getByRole('button', { name: 'Add Citation' }).click()
  await expect
    .poll(async () => (await app.rows('select id from citations where fine = 76')).length, { timeout: 20_000 })
    .toBe(1)
  const [row] = await app.rows('select id from citations where fine = 76')
  await page.goto(`${app.town.url}/citation/${row?.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'keeps the fine as $76' })).toBeVisible()
})
