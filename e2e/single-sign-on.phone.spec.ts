import { expect, type Page } from '@playwright/test'
import { RETURN_PATH } from '../src/server/single-sign-on/serve.ts'
import { type IdentityProvider, startIdentityProvider } from '../tests/harness/identity-provider.ts'
import { test } from './open-app.ts'
import { openTown, people, type TestTown } from './town.ts'

let idp: IdentityProvider
let town: TestTown
test.beforeEach(async () => {
  idp = await startIdentityProvider({ asks: true })
  const { issuer, clientId, clientSecret } = idp
  const settings = {
    clientId,
    clientSecret,
    label: 'Fernhill account',
    roleClaim: null,
    roles: {},
    createsUsers: false,
    trustsEmails: false,
  }
  town = await openTown({
    distFolder: process.env.E2E_DIST ?? 'dist',
    config: { singleSignOn: { issuer: new URL(issuer), ...settings } },
  })
  idp.serve(town.url + RETURN_PATH)
  idp.people.set('ona', { email: people.ons.email, email_verified: true })
  idp.people.set('stranger', { email: 'stranger@town.example', email_verified: true })
})
test.afterEach(async ({ page }) => {
  // Before its server, because the page may still be fetching.
  await page.close()
  await town.close()
  await idp.stop()
})

const button = (page: Page) => page.getByRole('button', { name: 'Sign in with Fernhill account' })

/** On the pages of the provider. */
const signInThere = async (page: Page, login: string) => {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('anything')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

const greeting = (page: Page) => page.getByRole('heading', { name: new RegExp(people.ons.name) })

test('SE-01 SE-02 signing in with the town’s own provider, and again on the page where the session ended', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(town.url)
  await expect(button(page)).toBeVisible()
  await page.screenshot({ path: 'test-results/single-sign-on.png' })
  await button(page).click()
  await signInThere(page, 'ona')
  await expect(greeting(page)).toBeVisible()
  expect(page.url()).toBe(`${town.url}/`)
  const token = await page.evaluate(() => localStorage.getItem('codesoft-token'))
  expect(token).toBeTruthy()
  for (const url of asked) expect(url).not.toContain(token)

  await town.pool.query('delete from sessions')
  await page.goto(`${town.url}/inspections`)
  await page.getByRole('button', { name: 'Sign in to send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
  await expect(button(page)).toBeVisible()
  await page.screenshot({ path: 'test-results/single-sign-on-again.png' })
  // The provider still knows this browser.
  await button(dialog.page()).click()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await expect(page).toHaveURL(`${town.url}/inspections`)
  await expect.poll(() => town.calls.slice(-40)).toContain('GET /api/user')
})

test('G-20 a person who comes back to the page of another begins at the dashboard', async ({ page }) => {
  idp.people.set('other', { email: people.otherOns.email, email_verified: true })
  await page.goto(town.url)
  await page.getByLabel('Email').fill(people.ons.email)
  await page.getByLabel('Password').fill(people.ons.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(greeting(page)).toBeVisible()
  await town.pool.query('delete from sessions')
  await page.goto(`${town.url}/inspections`)
  await page.getByRole('button', { name: 'Sign in to send' }).click()
  await button(page).click()
  await signInThere(page, 'other')
  await expect(page.getByRole('heading', { name: new RegExp(people.otherOns.name) })).toBeVisible()
  await expect(page).toHaveURL(`${town.url}/`)
})

test('SE-08 a failed sign-in there is explained here, and passwords work while the provider is down', async ({
  page,
}) => {
  const said = page.getByRole('alert')
  await page.goto(town.url)
  await button(page).click()
  await signInThere(page, 'stranger')
  await expect(said).toHaveText(
    'An error occurred. Please try again later. Nobody with the address stranger@town.example is known here. Ask an administrator to add you.',
  )
  await page.screenshot({ path: 'test-results/single-sign-on-refused.png' })

  await idp.stop()
  await button(page).click()
  await expect(said).toContainText('The server of Fernhill account does not answer just now.')
  await page.getByLabel('Email').fill(people.ons.email)
  await page.getByLabel('Password').fill(people.ons.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(greeting(page)).toBeVisible()
})
