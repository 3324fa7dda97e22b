import { expect } from '@playwright/test'
import { providerSettings } from '../tests/harness/identity-provider.ts'
import { test } from './open-app.ts'
import { openTown, people } from './town.ts'

test('US-05 where passwords are off the page of a user says how people sign in, and gives out no passwords', async ({
  page,
}) => {
  const town = await openTown({
    distFolder: process.env.E2E_DIST ?? 'dist',
    config: { singleSignOn: providerSettings, passwordsOnlyFor: people.admin.email },
  })
  await page.goto(town.url)
  await page.getByRole('button', { name: 'Sign in with email and password' }).click()
  await page.getByLabel('Email').fill(people.admin.email)
  await page.getByLabel('Password').fill(people.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: new RegExp(people.admin.name) })).toBeVisible()

  await page.goto(`${town.url}/users/2`)
  const password = page.getByRole('region', { name: 'Password' })
  await password.getByRole('button', { name: 'Show' }).click()
  await expect(password).toContainText('People sign in with Fernhill account here')
  await expect(page.getByRole('region', { name: 'Sign-in Code' })).toHaveCount(0)
  await expect(password.getByLabel('New password')).toHaveCount(0)
  await password.getByRole('button', { name: 'Set a password all the same' }).click()
  await password.getByLabel('New password').fill('a heron by the weir')
  await password.getByRole('button', { name: 'Set password' }).click()
  await expect(password).toContainText('Passwords are switched off here. Sign in with Fernhill account.')

  await page.goto(`${town.url}/users/from-file`)
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email,role\nBen Wade,ben@town.example,ons\n'),
  })
  await page.getByRole('button', { name: 'Add 1 user' }).click()
  const slip = page.getByRole('list', { name: 'Sign-in slips' }).getByRole('listitem')
  await expect(slip).toContainText('Fernhill account')
  await expect(slip).not.toContainText('Password')
  const { rows } = await town.pool.query("select password_hash from users where email = 'ben@town.example'")
  expect(rows).toEqual([{ password_hash: null }])
  await expect(page.getByText('The passwords are shown on this page only.')).toHaveCount(0)
  await page.close()
  await town.close()
})
