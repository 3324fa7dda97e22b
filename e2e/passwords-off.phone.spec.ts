import { expect } from '@playwright/test'
import { providerSettings } from '../tests/harness/identity-provider.ts'
import { test } from './open-app.ts'
import { openTown, people } from './town.ts'

test('SE-01 where passwords are off one button is the main one, and the device speaks of signal, not of passwords', async ({
  page,
}) => {
  const town = await openTown({
    distFolder: process.env.E2E_DIST ?? 'dist',
    config: { singleSignOn: providerSettings, passwordsOnlyFor: people.admin.email },
  })
  const provider = page.getByRole('button', { name: 'Sign in with Fernhill account' })
  await page.goto(town.url)
  await page.mouse.move(0, 0)
  const accent = await provider.evaluate((it) => getComputedStyle(it).backgroundColor)
  const mainOnes = () =>
    page
      .getByRole('button')
      .evaluateAll(
        (all, colour) =>
          all.filter((it) => getComputedStyle(it).backgroundColor === colour).map((it) => it.textContent),
        accent,
      )
  expect(await mainOnes()).toEqual(['Sign in with Fernhill account'])
  await page.getByRole('button', { name: 'Sign in with email and password' }).click()
  await page.mouse.move(0, 0)
  await page.getByLabel('Email').fill(people.admin.email)
  expect(await mainOnes()).toEqual(['Sign in with Fernhill account'])

  await page.getByLabel('Password').fill(people.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: new RegExp(people.admin.name) })).toBeVisible()
  await page.goto(`${town.url}/device`)
  const keeps = page.getByRole('region', { name: 'What this device keeps' })
  await expect(keeps).toContainText('Whoever signs in with Fernhill account needs signal to open it.')
  await expect(keeps).not.toContainText('password')
  await page.close()
  await town.close()
})
