import { expect, type Page } from '@playwright/test'
import { trustedTypePolicies } from '../src/rules/content-security.ts'
import { backgroundScope } from '../src/sync/device/background-sync.ts'
import { savedCard } from './inspector.ts'
import { firstRelease } from './next-build.ts'
import { everythingSent, inKitchen, runStory, type StoryContext, tapSendNow, unsent } from './story.ts'
import { test } from './story-test.ts'
import { wakeWorker } from './wake-worker.ts'

type Release = ReturnType<typeof firstRelease>

const built = process.env.E2E_DIST ?? 'dist'
const offer = 'A new version of CodeSoft is ready.'

/** Looks for a new version, as the page does every hour. */
const askForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

/** Sets a mark on the page that only a reload removes. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isSamePage = (page: Page) => page.evaluate(() => 'isMarked' in window)

const release = (page: Page) => page.locator('meta[name=release]')

test('I16 I20 a new version never reloads a half typed form; after consent the form and unsent work are still there', async () => {
  const app = firstRelease(built)
  await runStory({ distFolder: app.folder }, async ({ town, phone, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    town.faults.inject = ({ id }) => (id === 'B92' ? { kind: 'failBefore', status: 503 } : undefined)
    await me.observe('Loose wire over the sink')
    const form = page.getByRole('form', { name: 'Add observation' })
    await form.getByLabel('Observation', { exact: true }).fill('Half typed, with wet ha')
    await form.getByLabel('Potential violation').check()
    const other = await phone.context.newPage()
    await phone.watch(other)
    await other.goto(`${town.url}/contacts`)
    await expect(other.getByText('Harriet Vale').first()).toBeVisible()
    await mark(other)
    await page.bringToFront()
    await mark(page)

    app.publish('two')
    await askForUpdate(page)
    await expect(page.getByText(offer)).toBeVisible()
    // The new version waits. It takes over only after consent.
    const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)
    expect(await waiting()).toBe('installed')
    expect(await isSamePage(page)).toBe(true)
    await expect(form.getByLabel('Observation', { exact: true })).toHaveValue('Half typed, with wet ha')

    await page.getByRole('button', { name: 'Update', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Update while a form is open?' })
    await question.getByRole('button', { name: 'Not now' }).click()
    expect(await isSamePage(page)).toBe(true)
    await expect(release(page)).toHaveCount(0)

    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await question.getByRole('button', { name: 'Update now' }).click()
    await expect(release(page)).toHaveAttribute('content', 'two')
    expect(await isSamePage(page)).toBe(false)
    // The user of the other tab has not agreed. It stays as it is and gets the same offer.
    expect(await isSamePage(other)).toBe(true)
    await expect(other.getByText(offer)).toBeVisible()

    await expect(page.getByText('An observation was left unfinished here')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByLabel('Observation', { exact: true })).toHaveValue('Half typed, with wet ha')
    await expect(form.getByLabel('Potential violation')).toBeChecked()
    expect((await unsent(page)).map((it) => it.command)).toHaveLength(1)
    town.faults.inject = () => undefined
    await page.getByRole('button', { name: 'Save Observation' }).click()
    await expect(savedCard(page, 'Half typed, with wet ha')).toBeVisible()
    await page.getByTitle('Unsent work').click()
    await tapSendNow(page)
    await everythingSent(page)
    expect(await rows('select content, potentialvio from observations order by content')).toEqual([
      { content: 'Half typed, with wet ha', potentialvio: true },
      { content: 'Loose wire over the sink', potentialvio: false },
    ])
  }).finally(() => app.remove())
})

/** On the page of an area: agrees to the new version while an observation is sent, which takes `ms`. */
async function agreeDuringSending(app: Release, { town, me }: Pick<StoryContext, 'town' | 'me'>, ms: number) {
  const { page } = me
  let isAnswered = false
  town.faults.inject = ({ id }) => {
    if (id !== 'B92') return undefined
    setTimeout(() => {
      isAnswered = true
    }, ms - 100)
    return { kind: 'delay', ms }
  }
  app.publish('two')
  await askForUpdate(page)
  await expect(page.getByText(offer)).toBeVisible()
  await me.observe('Loose wire over the sink')
  await expect(page.getByTitle('Unsent work')).toContainText('Sending 1 of 1')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByText('Updating when sending is done')).toBeVisible()
  return { isAnswered: () => isAnswered }
}

test('I16 a new version never takes the page away under a running send: it waits for the answer', async () => {
  const app = firstRelease(built)
  await runStory({ distFolder: app.folder }, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    const { isAnswered } = await agreeDuringSending(app, { town, me }, 8_000)
    await expect(release(page)).toHaveCount(0)
    expect(isAnswered()).toBe(false)
    await expect(release(page)).toHaveAttribute('content', 'two', { timeout: 20_000 })
    expect(isAnswered()).toBe(true)
    await everythingSent(page)
    expect(await rows('select content from observations')).toEqual([{ content: 'Loose wire over the sink' }])
    expect(town.calls.filter((it) => it.startsWith('POST') && it.endsWith('/observations'))).toHaveLength(1)
  }).finally(() => app.remove())
})

test('I16 I20 a form that is begun after the consent is not taken away when sending is done', async () => {
  const app = firstRelease(built)
  await runStory({ distFolder: app.folder }, async ({ town, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    const { isAnswered } = await agreeDuringSending(app, { town, me }, 6_000)
    const form = page.getByRole('form', { name: 'Add observation' })
    await form.getByLabel('Observation', { exact: true }).fill('Half typed, with wet ha')
    await expect(page.getByText('Updating when this form is saved')).toBeVisible()
    await expect.poll(isAnswered, { timeout: 15_000 }).toBe(true)
    await everythingSent(page)
    await expect(page.getByText('Updating when this form is saved')).toBeVisible()
    await expect(release(page)).toHaveCount(0)

    town.faults.inject = () => undefined
    await page.getByRole('button', { name: 'Save Observation' }).click()
    await expect(release(page)).toHaveAttribute('content', 'two', { timeout: 20_000 })
    await everythingSent(page)
    expect(await rows('select content from observations order by content')).toEqual([
      { content: 'Half typed, with wet ha' },
      { content: 'Loose wire over the sink' },
    ])
  }).finally(() => app.remove())
})

const engine = /\/assets\/background-worker-/
const engineOfTwo = /\/assets\/background-worker-two/

/** The script of the background worker that would get the next event. */
const backgroundWorker = (page: Page) =>
  page.evaluate(
    (scope) => navigator.serviceWorker.getRegistration(scope).then((it) => it?.active?.scriptURL ?? ''),
    backgroundScope,
  )

test('I16 I20 with no page open an older version’s engine touches nothing, and its successor sends', async () => {
  const app = firstRelease(built)
  await runStory({ distFolder: app.folder }, async ({ town, phone, me, rows }) => {
    const { page } = me
    await inKitchen(me)
    await expect.poll(() => backgroundWorker(page)).toMatch(engine)
    town.faults.inject = ({ id }) => (id === 'B92' ? { kind: 'failBefore', status: 503 } : undefined)
    app.publish('two')
    const restore = app.withhold(engineOfTwo)
    await askForUpdate(page)
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    await expect(release(page)).toHaveAttribute('content', 'two')
    await me.observe('Loose wire over the sink')
    // The page of the new version cannot start its background worker yet, because the older one is still active.
    await expect.poll(() => phone.problems.splice(0).join()).toContain('404')
    expect(await backgroundWorker(page)).not.toMatch(engineOfTwo)

    await page.goto('about:blank')
    town.faults.inject = () => undefined
    const from = town.calls.length
    await wakeWorker(page, town.url)
    // The new worker takes over only when the older one has finished its event. It is registered from a page that
    // is not the app, so that nothing else can send.
    restore()
    await me.go('/config.json')
    const worker = await (await page.request.get(`${town.url}/sw.js`)).text()
    const successor = /assets\/background-worker-two[\w-]*\.js/.exec(worker)?.[0]
    await page.evaluate(
      ([path, scope, name]) => {
        // TypeScript's library does not know trusted types, which every page of the town requires.
        const policy = Reflect.get(window, 'trustedTypes').createPolicy(name, { createScriptURL: (url: string) => url })
        return navigator.serviceWorker.register(policy.createScriptURL(`/${path}`), { scope, type: 'module' })
      },
      [successor, backgroundScope, trustedTypePolicies[0] ?? ''] as const,
    )
    await expect.poll(() => backgroundWorker(page)).toMatch(engineOfTwo)
    expect(town.calls.slice(from)).toEqual([])

    await page.goto('about:blank')
    await wakeWorker(page, town.url)
    await expect
      .poll(() => rows('select content from observations'), { timeout: 20_000 })
      .toEqual([{ content: 'Loose wire over the sink' }])
  }).finally(() => app.remove())
})
