import { expect } from '@playwright/test'
import { cameraPicture, Inspector } from './inspector.ts'
import {
  changes,
  everythingSent,
  installed,
  kitchenWithoutSignal,
  onDevice,
  openConduct,
  runStory,
  sendNow,
} from './story.ts'
import { test } from './story-test.ts'
import { people } from './town.ts'

const hour = 60 * 60_000
const ended = 'Your session has ended. You can keep working: everything is saved on this device.'

test('SE-01 SE-02 SE-03 SE-04 SE-06 SE-07 SE-08 signing in: each failure in its words, then token and profile', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    const signIn = page.getByRole('button', { name: 'Sign in' })
    const said = page.getByRole('alert')
    await signIn.click()
    await expect(said).toHaveText(['Email is required', 'Password is required'])

    await page.getByLabel('Email').fill(people.ons.email)
    await page.getByLabel('Password').fill('a wrong password')
    await signIn.click()
    await expect(said).toHaveText('Incorrect email or password. Please try again.')
    await expect(page.getByLabel('Email')).toHaveValue(people.ons.email)

    town.faults.inject = ({ id }) => (id === 'B1' ? { kind: 'failBefore', status: 500 } : undefined)
    await page.getByLabel('Password').fill(people.ons.password)
    await signIn.click()
    await expect(said).toHaveText('An error occurred. Please try again later.')
    town.faults.inject = () => undefined

    const posted = page.waitForRequest('**/api/login')
    await me.signIn()
    expect((await posted).headers()['content-type']).toContain('application/x-www-form-urlencoded')
    // The server takes `username` and `password` as a form, and nothing else.
    expect((await (await posted).response())?.status()).toBe(200)
    const token = () => page.evaluate(() => localStorage.getItem('codesoft-token'))
    expect(await token()).toBeTruthy()
    const asked = town.calls.length
    await page.reload()
    await expect(page.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
    await expect.poll(() => town.calls.slice(asked)).toContain('GET /api/user')

    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await token()).toBeNull()
  })
})

test('C-01 SE-04 SE-09 no answer is no refusal: a cold start without signal or server keeps the session and logs it', async () => {
  await runStory({ dies: true }, async ({ town, phone, me }) => {
    await me.signIn()
    await installed(me.page)
    await town.signalOff()
    await phone.kill()
    const greeting = () => phone.page.getByRole('heading', { name: new RegExp(people.ons.name) })
    await phone.start(`${town.url}/`)
    await expect(greeting()).toBeVisible()

    town.faults.inject = () => ({ kind: 'failBefore', status: 500 })
    await town.signalOn()
    await phone.page.reload()
    await expect(greeting()).toBeVisible()
    await expect.poll(() => town.calls.filter((it) => it === 'GET /api/user').length).toBeGreaterThan(1)
    await expect(phone.page.getByText(ended)).toHaveCount(0)
    const logged = async () => (await onDevice<{ what: string }>(phone.page, 'journal')).map((it) => it.what)
    await expect.poll(logged).toContain('profile')
    expect(await phone.page.evaluate(() => localStorage.getItem('codesoft-token'))).toBeTruthy()
  })
})

test('SE-05 G-06 I19 the session ends while the phone is offline: work goes on, sending waits, signing in sends all of it', async () => {
  await runStory({ dies: true }, async ({ town, phone, me, rows }) => {
    await kitchenWithoutSignal({ me, town })
    await me.observe('Loose wire over the sink', { photos: [await cameraPicture(11)] })
    const area = new URL(me.page.url()).pathname
    await phone.kill()
    await town.pool.query('delete from sessions')
    await town.signalOn()
    const from = town.calls.length
    const again = new Inspector(await phone.start(`${town.url}${area}`), town.url)
    await expect(again.page.getByText(ended)).toBeVisible()
    await again.observe('Sink drains slowly')
    await expect(again.page.getByTitle('Unsent work')).toContainText('Sign in to send')
    await sendNow(again.page)
    await expect(again.page.getByText('Sign in to send. Everything is saved on this phone')).toBeVisible()
    expect(await rows('select id from areas')).toEqual([])
    // Refused at most once. After that nothing is sent any more.
    expect(changes(town, from).length).toBeLessThanOrEqual(1)

    await again.page.getByRole('button', { name: 'Sign in to send' }).click()
    const dialog = again.page.getByRole('dialog', { name: 'Sign in to send' })
    await expect(dialog.getByLabel('Email')).toHaveValue(people.ons.email)
    await dialog.getByLabel('Password').fill('a wrong password')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Incorrect email or password. Please try again.')
    await dialog.getByLabel('Password').fill(people.ons.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(again.page.getByText(ended)).toHaveCount(0)
    await everythingSent(again.page)
    expect(await rows('select content from observations order by content')).toEqual([
      { content: 'Loose wire over the sink' },
      { content: 'Sink drains slowly' },
    ])
    expect(await rows("select count(*)::int as n from attachments where owner_type = 'observation'")).toEqual([
      { n: 1 },
    ])
  })
})

test('SE-05 G-06 a documented server’s token ends overnight, GET /user fails with 500, and no work is lost by it', async () => {
  await runStory({ dies: true, profile: 'documented' }, async ({ town, phone, me, rows }) => {
    await kitchenWithoutSignal({ me, town })
    await me.observe('Loose wire over the sink')
    const area = new URL(me.page.url()).pathname
    await phone.kill()

    town.aheadMs = 12 * hour
    await town.pool.query('update sessions set expires_at = now()')
    await phone.start('about:blank')
    await phone.page.addInitScript((aheadMs) => {
      const now = Date.now.bind(Date)
      window.Date = class extends Date {
        constructor(...given: []) {
          super(...((given.length === 0 ? [now() + aheadMs] : given) as []))
        }
        static override now = () => now() + aheadMs
      } as DateConstructor
    }, town.aheadMs)
    const next = new Inspector(phone.page, town.url)
    await next.go(area)
    await expect(next.page.getByText(ended)).toBeVisible()
    await next.observe('Sink drains slowly')
    const from = town.calls.length
    await town.signalOn()
    await next.page.reload()
    await expect(next.page.getByText(ended)).toBeVisible()
    await expect(next.page.getByRole('article')).toHaveCount(2)
    await sendNow(next.page)
    expect(changes(town, from)).toEqual([])

    await next.page.getByRole('button', { name: 'Sign in to send' }).click()
    const dialog = next.page.getByRole('dialog', { name: 'Sign in to send' })
    await dialog.getByLabel('Password').fill(people.ons.password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(next.page.getByText(ended)).toHaveCount(0)
    await everythingSent(next.page)
    expect(await rows('select content from observations order by content')).toEqual([
      { content: 'Loose wire over the sink' },
      { content: 'Sink drains slowly' },
    ])
  })
})

test('SH-08 G-05 G-20 I14 Logout keeps unsent work: the next person sees none, and it leaves later under its author', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    const logout = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
    }
    await kitchenWithoutSignal({ me, town })
    await me.observe('Loose wire over the sink')
    await logout()
    const dialog = page.getByRole('dialog', { name: 'You have unsent work' })
    await expect(dialog).toContainText('2 pieces of work are on this device only')
    await dialog.getByRole('button', { name: 'Keep and sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    await town.signalOn()
    const from = town.calls.length
    const other = new Inspector(page, town.url, people.otherOns)
    await other.signIn()
    await expect(page.getByTitle('Unsent work')).toContainText('Nothing to send')
    await openConduct(other, 1)
    await expect(page.getByText('No general areas inspected.')).toBeVisible()
    await other.addAreaOf('Porch')
    await expect.poll(() => rows('select name from areas')).toEqual([{ name: 'Porch' }])
    expect(changes(town, from)).toHaveLength(1)

    // The other person discards work, which requires a typed word.
    await town.signalOff()
    await other.observe('Typed by mistake')
    await logout()
    await dialog.getByRole('button', { name: 'Delete it' }).click()
    const sure = page.getByRole('button', { name: 'Delete and sign out' })
    await expect(sure).toBeDisabled()
    await page.getByLabel('Type DELETE to continue').fill('DELETE')
    await sure.click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

    await town.signalOn()
    await me.go('/')
    await me.signIn()
    await everythingSent(page)
    expect(await rows('select content, user_id from observations')).toEqual([
      { content: 'Loose wire over the sink', user_id: 1 },
    ])
    expect(await rows('select distinct user_id from audit_log where record_type = $1', ['observation'])).toEqual([
      { user_id: 1 },
    ])

    // With signal, "Send now" resolves it. The sign-out removed everything else from the phone.
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await openConduct(me, 1)
    await page.getByRole('link', { name: /Kitchen/ }).click()
    await me.observe('Said at the door')
    await logout()
    await town.signalOn()
    await dialog.getByRole('button', { name: 'Send now' }).click()
    const sent = page.getByRole('dialog', { name: 'All work is sent' })
    await sent.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await rows('select content from observations order by id desc limit 1')).toEqual([
      { content: 'Said at the door' },
    ])
  })
})
