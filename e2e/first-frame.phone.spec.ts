import { expect, type Page } from '@playwright/test'
import { people } from '../tests/harness/people.ts'
import { Inspector } from './inspector.ts'
import { inKitchen, installed, runStory } from './story.ts'
import { test } from './story-test.ts'
import { holdApp, letGo } from './timers.ts'

/** Holds the app back, as on a slow phone, and notes what moves. */
async function slowPhone(page: Page): Promise<void> {
  await holdApp(page)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const it of list.getEntries()) Object.assign(window, { moved: Reflect.get(it, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The text of the painted frame; null without one. */
const painted = (page: Page) =>
  page.evaluate(() => {
    const { shadow } = window.codesoftFirstFrame ?? {}
    const shown = [...(shadow?.children ?? [])].filter((it) => it.localName !== 'style')
    return shadow ? shown.map((it) => (it instanceof HTMLElement ? it.innerText : '')).join('\n') : null
  })

/** The middle of an element in the frame, by selector and text. */
const placeOf = (page: Page, selector: string, text: string) =>
  page.evaluate(
    ([selector, text]) => {
      const all = [...(window.codesoftFirstFrame?.shadow.querySelectorAll(selector) ?? [])]
      const { x, y, width, height } = all.find((it) => it.textContent?.includes(text))!.getBoundingClientRect()
      return [x + width / 2, y + height / 2] as const
    },
    [selector, text] as const,
  )

const frames = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((it) => it.startsWith('codesoft-frame')))

const frameKept = (page: Page, address: string) =>
  expect.poll(() => frames(page)).toContain(`codesoft-frame:${address}`)

/** Whether the painted frame of Today was saved today: in the first hour of a day, an hour ago was not. */
const isOfToday = (page: Page) =>
  page.evaluate(() => {
    const { at } = JSON.parse(localStorage['codesoft-frame:/'])
    return new Date(at).toDateString() === new Date().toDateString()
  })

const hour = 60 * 60_000

test('without signal the last state of a screen is shown before the app runs, with its age, and never says sent', async () => {
  await runStory({}, async ({ town, me }) => {
    await inKitchen(me)
    await me.go('/')
    await expect(me.page.getByRole('link', { name: '12 ELM STREET' }).first()).toBeVisible()
    await frameKept(me.page, '/')
    await town.signalOff()
    await slowPhone(me.page)
    // Saved an hour ago. Leaving the page may save the frame again, so its age is set as the next page begins.
    await me.page.addInitScript((ago) => {
      const frame = JSON.parse(localStorage['codesoft-frame:/'])
      localStorage['codesoft-frame:/'] = JSON.stringify({ ...frame, at: frame.at - ago })
    }, hour)
    await me.page.reload()
    const text = await painted(me.page)
    expect(text).toContain('12 ELM STREET')
    expect(text).toMatch((await isOfToday(me.page)) ? /As of \d+:\d\d [AP]M/ : /As of \d+\/\d+\/\d+, \d+:\d\d [AP]M/)
    expect(text).not.toMatch(/all sent|is sent|nothing to send|online/i)
    await expect(me.page).toHaveTitle(/CodeSoft/)
    // No part of the app has run yet.
    await expect(me.page.getByRole('link', { name: '12 ELM STREET' })).toHaveCount(0)

    await letGo(me.page)
    await expect(me.page.getByRole('link', { name: '12 ELM STREET' }).first()).toBeVisible()
    await expect.poll(() => painted(me.page)).toBeNull()
    expect(await me.page.evaluate('window.moved ?? 0')).toBe(0)
  })
})

test('the app carries out taps and typing on the frame: a link opens, a field keeps its words', async () => {
  await runStory({}, async ({ me }) => {
    await inKitchen(me)
    const area = new URL(me.page.url()).pathname
    await frameKept(me.page, area)
    await slowPhone(me.page)
    await me.page.reload()
    const [x, y] = await placeOf(me.page, 'label', 'Observation')
    await me.page.mouse.click(x, y)
    await me.page.keyboard.type('Paint peels at the window')
    await letGo(me.page)
    await expect(me.page.getByLabel('Observation', { exact: true })).toHaveValue('Paint peels at the window')
    await expect(me.page.getByLabel('Observation', { exact: true })).toBeFocused()

    // A screen that was never shown on this device: only the shell is painted.
    await me.go('/businesses')
    expect(await painted(me.page)).toContain('Loading...')
    await letGo(me.page)
    await me.go('/')
    await letGo(me.page)
    await expect(me.page.getByRole('link', { name: '12 ELM STREET' }).first()).toBeVisible()
    // Above the tabs.
    await me.page.getByRole('button', { name: /^Hide what to do before/ }).click()
    await frameKept(me.page, '/')
    await me.page.reload()
    const [atX, atY] = await placeOf(me.page, 'a', '12 ELM STREET')
    await me.page.mouse.click(atX, atY)
    await letGo(me.page)
    await expect(me.page).toHaveURL(/\/(inspection|address)\/\d+/)
  })
})

const typeSignIn = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.mouse.click(...(await placeOf(page, 'label', 'Email')))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

const signIns = (calls: readonly string[]) => calls.filter((it) => it === 'POST /api/login').length

test('SE-01 P3 before the app runs the form signs in by itself; the app takes the session over and asks nothing twice', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await slowPhone(page)
    await page.reload()
    expect(await painted(page)).toMatch(/Sign in[\s\S]*Email[\s\S]*Password/)
    await typeSignIn(page, people.ons)
    await expect.poll(() => signIns(town.calls)).toBe(1)
    expect(await painted(page)).toContain('Signing in...')
    await letGo(page)
    await expect(page.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
    expect(signIns(town.calls)).toBe(1)
    // The office knows the device by the name with which it signed in.
    const named = await page.evaluate(() => localStorage['codesoft-device-name'])
    expect((await town.pool.query('select device from sessions')).rows).toEqual([{ device: named }])
    // A password is only in its field, never in the frame.
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(people.ons.password)
  })
})

test('SE-07 SE-08 before the app runs the form says why a sign-in failed, in the same words, and keeps what is typed', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await slowPhone(page)
    await page.reload()
    await typeSignIn(page, { ...people.ons, password: 'not this one' })
    await expect.poll(() => painted(page)).toContain('Incorrect email or password. Please try again.')
    await town.signalOff()
    await typeSignIn(page, { ...people.ons, password: 'nor this' })
    await expect.poll(() => painted(page)).toContain('The server cannot be reached: signing in needs signal.')
    expect(await painted(page)).not.toContain('Incorrect')
    await town.signalOn()
    const setActive = (active: boolean) => town.pool.query('update users set active = $1', [active])
    await setActive(false)
    await typeSignIn(page, people.ons)
    await expect.poll(() => painted(page)).toContain('try again later. Account is inactive. Contact an administrator.')
    await setActive(true)
    await typeSignIn(page, { ...people.ons, password: 'nor that one' })
    await expect.poll(() => painted(page)).toContain('Incorrect email or password. Please try again.')

    // The app says it too, and asks nobody again.
    const asked = signIns(town.calls)
    await letGo(page)
    await expect(page.getByRole('alert')).toContainText('Incorrect email or password. Please try again.')
    await expect(page.getByLabel('Email')).toHaveValue(people.ons.email)
    await expect(page.getByLabel('Password')).toHaveValue('nor that one')
    expect(signIns(town.calls)).toBe(asked)
    await page.getByLabel('Password').fill(people.ons.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
  })
})

test('G-20 frames go with the session: nothing is painted for the next person, nor left in the storage', async () => {
  await runStory({}, async ({ town, me }) => {
    await me.signIn()
    await installed(me.page)
    await frameKept(me.page, '/')
    const another = await me.page.context().newPage()
    await another.goto(town.url)
    await expect(another.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
    await me.page.getByRole('button', { name: 'Open menu' }).click()
    await me.page.getByRole('button', { name: 'Logout' }).click()
    await me.page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
    await expect(me.page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(another.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    // Hiding the other tab makes it write its frame.
    await another.close()
    expect(await frames(me.page)).toEqual([])

    await new Inspector(me.page, town.url, people.oas).signIn()
    await frameKept(me.page, '/')
    const kept = await me.page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).not.toContain(people.ons.name)
  })
})

test('a frame that is damaged, of another build, or with content that no screen has, does no harm', async () => {
  await runStory({}, async ({ me }) => {
    await me.signIn()
    await installed(me.page)
    await frameKept(me.page, '/')
    const kept = await me.page.evaluate(() => localStorage['codesoft-frame:/'])
    const reloadedWith = async (text: string) => {
      // Not from a page of the app, which would write its own frame when it is left.
      await me.go('/config.json')
      await me.page.evaluate((text) => {
        localStorage['codesoft-frame:/'] = text
        localStorage.removeItem('codesoft-frame')
      }, text)
      await me.go('/')
      return painted(me.page)
    }
    await slowPhone(me.page)
    expect(await reloadedWith(kept)).toContain(people.ons.name)
    expect(await reloadedWith(kept.slice(0, -20))).toBeNull()
    expect(await reloadedWith(kept.replace(/"app":"[^"]*"/, '"app":"/assets/index-old.js"'))).toBeNull()
    expect(await reloadedWith(kept.replace(/"until":\d+/, `"until":${Date.now() - 1}`))).toBeNull()
    expect(await reloadedWith(kept.replace(/"here":"[^"]*"/, '"here":"elsewhere/1/1"'))).toBeNull()
    for (const nodes of ['"text"', '[["div"]]', 'null'])
      expect(await reloadedWith(`${kept.replace(/"nodes":.*$/, '"nodes":')}${nodes}}`)).toBeNull()
    const planted = [
      ['script', {}, 'window.harmed = 1'],
      ['iframe', { src: 'https://elsewhere.example' }],
      ['a', { href: 'javascript:window.harmed=1', onclick: 'window.harmed=1' }, 'A link'],
      ['a', { href: '//elsewhere.example' }, 'Another'],
    ]
    expect(await reloadedWith(JSON.stringify({ ...JSON.parse(kept), nodes: planted }))).toContain('A link')
    const nodes = await me.page.evaluate(() =>
      [...(window.codesoftFirstFrame?.shadow.children ?? [])]
        .filter((it) => it.localName !== 'style')
        .map((it) => it.outerHTML),
    )
    expect(nodes).toEqual(['<a>A link</a>', '<a>Another</a>'])
    await letGo(me.page)
    await expect(me.page.getByRole('heading', { name: new RegExp(people.ons.name) })).toBeVisible()
    expect(await me.page.evaluate('window.harmed')).toBeUndefined()
  })
})
