import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const app = openApp('admin', (pool) =>
  pool.query(`
    insert into contacts (name, phone, email) values ('Ann Reed', '410-555-0111', 'joann@mill.example');
    insert into contacts (name, phone) select 'A Caller ' || n, '301' || n || '5550199' from generate_series(1, 6) n;
    insert into contacts (name, phone) values ('Zoe Short', '555-0199');
  `),
)

test('a new caller whose number or email is a part of a known one can be entered beside the options', async () => {
  const page = await app.open('/complaint-by-phone')
  const caller = page.getByRole('combobox', { name: 'Caller' })
  const name = page.getByLabel('Name of the new caller')
  await caller.fill('555 0111')
  await expect(page.getByRole('option', { name: /Ann Reed/ })).toBeVisible()
  await expect(name).toBeVisible()
  await caller.fill('ann@mill.example')
  await expect(page.getByRole('option', { name: /Ann Reed/ })).toBeVisible()
  await page.getByRole('option', { name: 'None of these: a new caller' }).tap()
  await expect(caller).toHaveValue('ann@mill.example')
  await expect(name).toBeFocused()
  await page.keyboard.type('Ann Miller')
  const address = page.locator('main').getByRole('combobox', { name: 'Address', exact: true })
  await address.fill('12 elm')
  await page.getByRole('option', { name: '12 ELM STREET' }).click()
  await page.getByLabel('What does the caller say?').fill('Trash in the alley')
  await page.getByRole('button', { name: 'Save complaint' }).click()
  await expect(page.getByText('Complaint saved').first()).toBeVisible()
  await expect
    .poll(() => app.rows(`select name, phone from contacts where email = 'ann@mill.example'`))
    .toEqual([{ name: 'Ann Miller', phone: null }])
})

test('a caller with exactly a known number or email is offered first, and no name is asked', async () => {
  const page = await app.open('/complaint-by-phone')
  const caller = page.getByRole('combobox', { name: 'Caller' })
  const name = page.getByLabel('Name of the new caller')
  const options = page.getByRole('listbox').getByRole('option')
  // Six other numbers contain it, and their names come first.
  await caller.fill('555-0199')
  await expect(options.first()).toContainText('Zoe Short')
  await expect(options).toHaveCount(5)
  await expect(name).toBeHidden()
  await caller.fill(' JOANN@mill.example')
  await expect(options).toHaveText([/Ann Reed/])
  await expect(name).toBeHidden()
  // A name that was typed before is never sent unseen.
  await caller.fill('410 555 011')
  await name.fill('Somebody')
  await caller.fill('410 555 0111')
  await expect(page.getByText('A contact with this email or phone already exists.')).toBeVisible()
  await expect(name).toHaveValue('Somebody')
})
