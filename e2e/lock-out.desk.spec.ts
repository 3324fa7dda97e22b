import { expect, type Page } from '@playwright/test'
import { openApp, section, signIn, test } from './open-app.ts'
import { people } from './town.ts'

const app = openApp('admin')

/** Tries as many passwords for one account as a stranger with many network addresses can. */
const attack = () =>
  app.pool.query(`
    insert into sign_in_attempts (scope, wrong, window_ends_at)
    values ('email:${people.ons.email}', 50, now() + interval '10 minutes')
    on conflict (scope) do update set wrong = 50, window_ends_at = excluded.window_ends_at`)

const tryAs = async (page: Page) => {
  await page.getByLabel('Email').fill(people.ons.email)
  await page.getByLabel('Password').fill(people.ons.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('SE-08 during an attack a known device signs in; a new one learns why and how long, and gets in with a code', async ({
  browser,
}) => {
  const known = await browser.newContext()
  const fresh = await browser.newContext()
  try {
    const page = await known.newPage()
    await page.goto(app.town.url)
    await signIn(page, 'ons')
    await attack()

    const stranger = await fresh.newPage()
    await stranger.goto(app.town.url)
    await tryAs(stranger)
    await expect(stranger.getByRole('alert')).toHaveText(
      'An error occurred. Please try again later. Somebody has tried many wrong passwords for this account. To ' +
        'protect it, devices on which it was never used have to wait 10 minutes. You can sign in now on a device ' +
        'that you have signed in on before, or with a sign-in code from an administrator.',
    )
    await stranger.screenshot({ path: 'test-results/lock-out.png' })

    // The known device, whose session has ended.
    await app.pool.query('delete from sessions where user_id = 1')
    await page.goto(`${app.town.url}/`)
    await page.getByRole('button', { name: 'Sign in to send' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to send' })
    await dialog.getByLabel('Password').fill(people.ons.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toHaveCount(0)

    const office = await app.open('/users/1')
    const codes = section(office, 'Sign-in Code')
    await codes.getByRole('button', { name: 'Show' }).click()
    await codes.getByRole('button', { name: 'Make a sign-in code' }).click()
    const code = await codes.getByRole('status').locator('strong').innerText()
    await office.screenshot({ path: 'test-results/sign-in-code.png' })

    await stranger.getByLabel('Sign-in code').fill(code.toLowerCase())
    await stranger.getByLabel('Password').fill(people.ons.password)
    await stranger.getByRole('button', { name: 'Sign in' }).click()
    await expect(stranger.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
  } finally {
    await known.close()
    await fresh.close()
  }
})
