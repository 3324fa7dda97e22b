import { expect, type Page } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import { installed } from './open-app.ts'
import { tokenOf } from './seal-story.ts'
import { everythingKept, giveRoom, takeRoom } from './storage.ts'
import { everythingSent, openConduct, runStory, type StoryContext } from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

async function logout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** Texts of office records that a device stores in a day: addresses, people, comments. */
async function recordWords({ rows }: StoryContext): Promise<string[]> {
  const found = await rows(
    `select combadd as word from addresses union select name from contacts union select content from observations
     union select content from comments`,
  )
  return found.map((it) => String(it.word)).filter((it) => it.length > 5 && it !== 'null')
}

/** A day's work with pictures, all of it at the office. */
async function aDay({ me }: StoryContext): Promise<void> {
  await me.signIn()
  await me.prepare('ready 7 of 7')
  await openConduct(me, 1)
  await me.addAreaOf('Kitchen')
  await me.observe('Loose wire over the sink', { photos: [await cameraPicture(5)] })
  await everythingSent(me.page)
  await me.go('/contacts')
  await expect(me.page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
}

test('SH-08 G-20 signing out with nothing unsent takes every record, photo and cache off the device', async () => {
  await runStory({}, async (told) => {
    const { me, phone } = told
    const { page } = me
    await aDay(told)
    const words = await recordWords(told)
    const before = await everythingKept(page)
    expect(words.filter((word) => before.includes(word)).length).toBeGreaterThan(3)

    // Another tab of the same person is open. It signs out too and restores nothing.
    const second = await phone.context.newPage()
    await second.goto(page.url())
    await expect(second.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
    await logout(page)
    const dialog = page.getByRole('dialog', { name: 'Sign out?' })
    await expect(dialog).toContainText('Your records, photos and lists are removed from it when you sign out.')
    await expect(dialog.getByLabel('Keep my records on this device: it is my own phone')).not.toBeChecked()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const after = await everythingKept(page)
    expect(words.filter((word) => after.includes(word))).toEqual([])
    expect(after).not.toContain(people.ons.email)
    expect(after).not.toContain('JFIF')
    await second.close()

    // After the next sign-in it is fetched again.
    await me.signIn()
    await openConduct(me, 1)
    await expect(page.getByRole('link', { name: /Kitchen/ })).toBeVisible()
  })
})

test('G-20 signed out while the office is still asked who is here: its late answer troubles nobody', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await me.signIn()
    const profiles = () => town.calls.filter((it) => it === 'GET /api/user').length
    const before = profiles()
    town.faults.inject = ({ path }) => (path === '/api/user' ? { kind: 'delay', ms: 3_000 } : undefined)
    await page.reload()
    await expect.poll(profiles).toBe(before + 1)
    const late = page.waitForResponse(/\/api\/user$/)
    await logout(page)
    await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await (await late).finished()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  })
})

test('G-20 one tick keeps the records on a phone of one’s own; the device page shows it and how long records stay', async () => {
  await runStory({}, async (told) => {
    const { me } = told
    const { page } = me
    await aDay(told)
    await logout(page)
    const tick = page.getByLabel('Keep my records on this device: it is my own phone')
    await tick.check()
    const dialog = page.getByRole('dialog', { name: 'Sign out?' })
    await expect(dialog).toContainText('whoever can open it can read them')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await everythingKept(page)).toContain('Loose wire over the sink')
    await me.signIn()
    await me.go('/device')
    await expect(page.getByLabel('Keep my records when I sign out: it is my own phone')).toBeChecked()
    const days = page.getByLabel('Remove records that nobody has opened for')
    await expect(days).toHaveValue('60')
    await days.selectOption('14 days')
    await page.reload()
    await expect(days).toHaveValue('14')
  })
})

test('G-05 G-20 signing out with unsent work leaves that on the device, and nothing else of the person', async () => {
  await runStory({}, async (told) => {
    const { me, town, rows } = told
    const { page } = me
    await aDay(told)
    const elsewhere = (await recordWords(told)).filter((it) => !it.includes('Loose wire'))
    await town.signalOff()
    await openConduct(me, 1)
    await me.addAreaNamed('Cellar')
    await me.observe('Damp wall')
    await logout(page)
    const dialog = page.getByRole('dialog', { name: 'You have unsent work' })
    await expect(dialog).toContainText('Your other records, photos and lists are removed from it.')
    await expect(dialog).toContainText('2 pieces of work are on this device only.')
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    const sure = page.getByRole('dialog', { name: 'Delete unsent work?' })
    await expect(sure).toContainText('2 pieces of work will be lost for good.')
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    const after = await everythingKept(page)
    expect(after).not.toContain('Loose wire over the sink')
    expect(after).not.toContain('JFIF')
    // Only the address of the visit is kept with the unsent work.
    expect(elsewhere.filter((word) => after.includes(word)).length).toBeLessThanOrEqual(2)
    await town.signalOn()
    await new Inspector(page, town.url).signIn()
    await everythingSent(page)
    expect(await rows('select content from observations order by id')).toEqual([
      { content: 'Loose wire over the sink' },
      { content: 'Damp wall' },
    ])
  })
})

test('G-20 another tab follows a sign-out also when the session had ended before', async () => {
  await runStory({}, async ({ me, phone, rows }) => {
    const { page } = me
    await me.signIn()
    const second = await phone.context.newPage()
    await second.goto(page.url())
    await expect(second.getByRole('heading', { name: /^Hello/ })).toBeVisible()
    await rows('delete from sessions')
    await page.reload()
    await second.reload()
    await expect(page.getByRole('button', { name: 'Sign in to send' })).toBeVisible()
    await expect(second.getByRole('button', { name: 'Sign in to send' })).toBeVisible()
    await logout(page)
    await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await second.close()
  })
})

/** The stores of who is signed in. */
const directory = ['people', 'now']

test('I16 SH-08 SE-02 a full phone says so at the sign-out and at the sign-in; with room, both are done', async () => {
  await runStory({}, async ({ me }) => {
    const { page } = me
    await me.signIn()
    await takeRoom(page, 'put', directory)
    await logout(page)
    const leave = page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' })
    await leave.click()
    await expect(page.getByRole('dialog').getByText(/^Not signed out: this phone is full/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
    await giveRoom(page)
    await leave.click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

    await takeRoom(page, 'put', directory)
    await page.getByLabel('Email').fill(people.ons.email)
    await page.getByLabel('Password').fill(people.ons.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('This phone is full: free some space.')
    await giveRoom(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /)
  })
})

test('G-20 the next person finds no message, no open question and no page of the person before', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    const signIn = async (who: { email: string; password: string }) => {
      await page.getByLabel('Email').fill(who.email)
      await page.getByLabel('Password').fill(who.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
    }
    const dashboardOf = (who: { name: string }) => page.getByRole('heading', { name: new RegExp(who.name) })
    await rows(
      "insert into violations (address_id, user_id, deadline, violation_type, status) values (1, 1, '30 days', 'doorhanger', 0)",
    )
    await signIn(people.admin)
    await expect(dashboardOf(people.admin)).toBeVisible()
    await me.go('/rooms/1')
    await page.getByRole('button', { name: 'Delete Room' }).waitFor()
    await installed(page)
    await town.signalOff()
    await page.getByRole('button', { name: 'Delete Room' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Room' }).click()
    await expect(page.getByText('was not deleted')).toBeVisible()
    await town.signalOn()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await signIn(people.ons)
    await expect(dashboardOf(people.ons)).toBeVisible()
    await expect.soft(page.getByText('was not deleted')).toHaveCount(0)

    await me.go('/address/1/follow-up')
    await page.getByRole('button', { name: 'Fixed', exact: true }).click()
    await page.getByRole('button', { name: 'Mark as Abated' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const headers = {
      Authorization: `Bearer ${await tokenOf(town.url, people.admin)}`,
      'Content-Type': 'application/json',
    }
    const deviceNow = async () => {
      const answer = await fetch(`${town.url}/api/sync/devices`, { headers })
      const devices: { device: string; user: { id: number } }[] = await answer.json()
      return devices.find((it) => it.user?.id === 1)?.device
    }
    // The office knows a phone once it has told what it holds.
    await expect.poll(deviceNow).toBeTruthy()
    const body = JSON.stringify({ user_id: 1, device: await deviceNow(), clear: true })
    const ordered = await fetch(`${town.url}/api/sync/devices/sign-out`, { method: 'POST', headers, body })
    expect(ordered.status).toBe(200)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.getByLabel('Email').waitFor({ timeout: 40_000 })
    await signIn(people.otherOns)
    await expect(dashboardOf(people.otherOns)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
