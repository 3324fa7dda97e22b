import { expect, type Page } from '@playwright/test'
import { Inspector } from './inspector.ts'
import { secrets, sentOnce, setPassword, workWithoutSignal } from './seal-story.ts'
import { everythingKept } from './storage.ts'
import { everythingSent, openConduct, runStory } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

async function logout(page: Page) {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  return page.getByRole('dialog', { name: /You have unsent work|Sign out\?/ })
}

async function type(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill(people.ons.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('G-05 G-20 I14 unsent work is sealed at sign-out: nobody reads it, its owner opens it without signal, it is sent once', async () => {
  await runStory({}, async (told) => {
    const { town, me } = told
    const { page } = me
    await workWithoutSignal(told)
    const dialog = await logout(page)
    await expect(dialog).toContainText('Your password opens it without signal')
    await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('Unsent work is sealed on this device.')).toBeVisible()
    const kept = await everythingKept(page)
    for (const secret of secrets) expect(kept).not.toContain(secret)

    await town.signalOn()
    const other = new Inspector(page, town.url, people.otherOns)
    await other.signIn()
    await expect(page.getByTitle('Unsent work')).toContainText('Nothing to send')
    await (await logout(page)).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    await town.signalOff()
    await type(page, 'a wrong password')
    await expect(page.getByRole('alert')).toContainText('does not open the work that is sealed on this device')
    await type(page, people.ons.password)
    await expect(page.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
    await page.getByTitle('Unsent work').click()
    await expect(page.getByRole('article', { name: /Damp wall/ })).toBeVisible()
    await expect(page.getByText('Sign in to send. Everything is saved on this phone')).toBeVisible()

    await town.signalOn()
    await page.getByRole('button', { name: 'Sign in to send' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in to send' })
    await again.getByLabel('Password').fill(people.ons.password)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await everythingSent(page)
    await sentOnce(told)
  })
})

test('a forgotten password loses nothing: with a new one from the office, and signal, the sealed work opens and is sent once', async () => {
  await runStory({}, async (told) => {
    const { town, me } = told
    const { page } = me
    await workWithoutSignal(told)
    await (await logout(page)).getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('Unsent work is sealed on this device.')).toBeVisible()

    await town.signalOn()
    await setPassword(town.url, 'quite another pass phrase')
    await type(page, 'quite another pass phrase')
    await everythingSent(page)
    await sentOnce(told)
    const opened = await told.rows("select user_id, body from audit_log where path = '/api/sync/unseal'")
    expect(opened).toEqual([{ user_id: 1, body: null }])
  })
})

test('a server of the documented calls: nothing is sealed, the words say so, and the work waits', async () => {
  await runStory({ profile: 'documented' }, async (told) => {
    const { town, me } = told
    const { page } = me
    await workWithoutSignal(told)
    const dialog = await logout(page)
    await expect(dialog).toContainText('the server of this town does not do that')
    await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('It could not be sealed')).toBeVisible()
    await town.signalOn()
    await me.signIn()
    await everythingSent(page)
    await sentOnce(told)
  })
})

test('I17 sealed work that neither the password nor the town opens is named before a sign-out and a deletion', async () => {
  await runStory({}, async (told) => {
    const { town, me, rows } = told
    const { page } = me
    await workWithoutSignal(told)
    await (await logout(page)).getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByText('Unsent work is sealed on this device.')).toBeVisible()
    await town.signalOn()
    // Another password, and a server that was set up anew.
    await setPassword(town.url, 'quite another pass phrase')
    await rows("delete from server_settings where name = 'seal-private-key'")
    await type(page, 'quite another pass phrase')
    await expect(page.getByText('neither this password nor this town opens it')).toBeVisible()
    await expect(page.getByTitle('Unsent work')).toContainText('3 still sealed')
    const dialog = await logout(page)
    await expect(dialog).toContainText('3 pieces of work from an earlier sign-out are still sealed on this device')
    await expect(dialog).not.toContainText('The office has everything')
    await page.screenshot({ path: 'test-results/sealed-sign-out.png' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await openConduct(me, 1)
    await town.signalOff()
    await me.addAreaNamed('Attic')
    await (await logout(page)).getByRole('button', { name: 'Delete it' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete unsent work?' })
    await expect(sure).toContainText('1 piece of work and 3 that are still sealed will be lost for good.')
    await page.screenshot({ path: 'test-results/sealed-delete.png' })
    await sure.getByRole('button', { name: 'Cancel' }).click()
  })
})
