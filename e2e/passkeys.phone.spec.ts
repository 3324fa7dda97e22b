import { expect, type Page } from '@playwright/test'
import { section, signIn, test } from './open-app.ts'
import { openTown, people, type TestTown } from './town.ts'

let town: TestTown
test.beforeEach(async () => {
  town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist' })
})
test.afterEach(async ({ page }) => {
  // Before its server, because the page may still be fetching.
  await page.close()
  await town.close()
})

/** A virtual device that confirms every request for a finger, face or PIN. */
const withFinger = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, signs in without a password, tells when it was used, and is removed', async ({ page }) => {
  // Passkeys belong to a host name, so an IP address does not do.
  const url = town.url.replace('127.0.0.1', 'localhost')
  await withFinger(page)
  await page.goto(`${url}/users/1`)
  await signIn(page, 'ons')
  const own = section(page, 'Passkeys')
  await own.getByRole('button', { name: 'Show' }).click()
  await expect(own.getByText('No passkeys yet.')).toBeVisible()
  await own.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(own.getByRole('alert')).toHaveText('Enter a name for this passkey')
  await own.getByLabel('Name of this device').fill('My work phone')
  await own.getByRole('button', { name: 'Add a passkey' }).click()
  const list = own.getByRole('list', { name: 'Your passkeys' })
  await expect(list.getByRole('listitem')).toHaveText(/My work phone.*Not used yet/)
  await page.screenshot({ path: 'test-results/passkeys.png' })

  // The session ends, and the passkey opens the next one.
  await town.pool.query('delete from sessions')
  await page.reload()
  await page.getByRole('button', { name: 'Sign in to send' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
  await page.screenshot({ path: 'test-results/passkey-again.png' })
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)

  await own.getByRole('button', { name: 'Show' }).click()
  await expect(list.getByRole('listitem')).toHaveText(/My work phone.*Last used/)
  await list.getByRole('button', { name: 'Remove My work phone' }).click()
  await expect(own.getByText('No passkeys yet.')).toBeVisible()

  // A phone that was left unlocked a while after the sign-in: the password is asked for.
  await town.pool.query("update sessions set created_at = created_at - interval '1 hour'")
  await own.getByLabel('Name of this device').fill('My tablet')
  await own.getByRole('button', { name: 'Add a passkey' }).click()
  const password = own.getByLabel('Current password')
  await expect(password).toBeFocused()
  await expect(own.getByRole('alert')).toHaveText('You signed in a while ago. Enter your current password.')
  await page.screenshot({ path: 'test-results/passkey-password.png' })
  await password.fill('a guess')
  await own.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(own.getByRole('alert')).toHaveText('The current password is wrong')
  await password.fill(people.ons.password)
  await own.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(list.getByRole('listitem')).toHaveText(/My tablet.*Not used yet/)
  await expect(password).toHaveCount(0)

  // The sign-in screen of a user whose passkey was removed from the town.
  const other = await page.context().browser()?.newContext()
  const stranger = await other?.newPage()
  if (!stranger) throw new Error('No browser')
  await withFinger(stranger)
  await stranger.goto(url)
  const asked = stranger.getByRole('button', { name: 'Sign in with a passkey' })
  await expect(asked).toBeVisible()
  await stranger.screenshot({ path: 'test-results/passkey-sign-in.png' })
  await asked.click()
  await expect(stranger.getByRole('alert')).toContainText('No passkey was used.')
  await stranger.getByLabel('Email').fill(people.ons.email)
  await other?.close()
})

test('without the code of passkeys the sign-in and the own page say that it needs signal', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (it) => faults.push(it.message))
  await page.route('**/assets/passkey-*', (route) => route.abort())
  await page.goto(`${town.url.replace('127.0.0.1', 'localhost')}/users/1`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('signing in needs signal')).toBeVisible()
  await signIn(page, 'ons')
  const own = section(page, 'Passkeys')
  await own.getByRole('button', { name: 'Show' }).click()
  await expect(own.getByRole('alert')).toHaveText('Error: No signal')
  expect(faults).toEqual([])
  await context.close()
})

test('nothing of passkeys is shown before a server of the documented calls', async ({ page }) => {
  const plain = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist', profile: 'documented' })
  try {
    await page.goto(plain.url.replace('127.0.0.1', 'localhost'))
    await signIn(page, 'admin')
    await page.goto(`${plain.url.replace('127.0.0.1', 'localhost')}/users/4`)
    await expect(section(page, 'Password')).toBeVisible()
    await expect(section(page, 'Passkeys')).toHaveCount(0)
    await expect(section(page, 'Sign-in Code')).toHaveCount(0)
    await page.close()
  } finally {
    await plain.close()
  }
})
