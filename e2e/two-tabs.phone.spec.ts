import { expect, type Page } from '@playwright/test'
import { type Inspector, savedCard } from './inspector.ts'
import { everythingSent, inKitchen, kitchenWithoutSignal, runStory, type StoryContext, unsent } from './story.ts'
import { test } from './story-test.ts'
import type { TestTown } from './town.ts'
import { wakeWorker } from './wake-worker.ts'

const count = 40

/** Makes many short observations as fast as the form allows. */
async function jot(me: Inspector, contents: string[]): Promise<void> {
  const field = me.page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  for (const content of contents) {
    await field.fill(content)
    await me.page.getByRole('button', { name: 'Save Observation' }).click()
    await expect(field).toHaveValue('')
    await expect(savedCard(me.page, content)).toBeVisible()
  }
}

const contents = Array.from({ length: count }, (_, at) => `Seen ${String(at + 1).padStart(2, '0')}`)

/** How often each key arrived with a writing call. */
function keysHeard(town: TestTown): Map<string, number> {
  const heard = new Map<string, number>()
  town.faults.inject = ({ method, key, id }) => {
    if (method === 'GET' || key === null || id.startsWith('X')) return undefined
    heard.set(key, (heard.get(key) ?? 0) + 1)
    return { kind: 'delay', ms: 60 }
  }
  return heard
}

/** Prepares forty observations on the phone, two open tabs, and no signal. */
async function fortyWaiting({ town, phone, me }: StoryContext): Promise<Page> {
  await inKitchen(me)
  await town.signalOff()
  await jot(me, contents)
  expect(await unsent(me.page)).toHaveLength(count)
  const second = await phone.context.newPage()
  await phone.watch(second)
  await second.goto(`${town.url}/unsent`)
  await expect(second.getByRole('button', { name: 'Send now' })).toBeVisible()
  return second
}

/** Checks that every observation and its row in the log of effects exist once at the office. */
async function expectOnce({ rows }: StoryContext): Promise<void> {
  const stored = (await rows('select content from observations')).map((it) => it.content)
  expect(stored.sort()).toEqual(contents)
  const effects = await rows(
    "select count(*)::int as lines, count(distinct key)::int as keys from audit_log where record_type = 'observation'",
  )
  expect(effects).toEqual([{ lines: count, keys: count }])
}

test('I2 I15 two tabs and the service worker send forty observations at once, and each leaves a single time', async () => {
  await runStory({}, async (told) => {
    const { town, me } = told
    const second = await fortyWaiting(told)
    const heard = keysHeard(town)
    await town.signalOn()
    await Promise.all([
      wakeWorker(me.page),
      second.getByRole('button', { name: 'Send now' }).click(),
      me.page.evaluate(() => window.dispatchEvent(new Event('online'))),
    ])
    await everythingSent(second)
    await expectOnce(told)
    expect(heard.size).toBe(count)
    expect([...heard.values()].filter((times) => times > 1)).toEqual([])
    await second.close()
  })
})

test('I1 I2 the tab that sends is closed in the middle: the others finish its work, and nothing is there twice', async () => {
  await runStory({}, async (told) => {
    const { town, me, rows } = told
    const second = await fortyWaiting(told)
    const heard = keysHeard(town)
    await town.signalOn()
    await second.getByRole('button', { name: 'Send now' }).click()
    await expect.poll(() => heard.size).toBeGreaterThan(5)
    await second.close()
    expect((await rows('select id from observations')).length).toBeLessThan(count)
    await wakeWorker(me.page)
    await everythingSent(me.page)
    await expectOnce(told)
    expect(heard.size).toBe(count)
  })
})

test('I2 I14 no page of the app is open when signal returns: the service worker alone sends waiting work', async () => {
  await runStory({}, async ({ town, me, rows }) => {
    const { page } = me
    await kitchenWithoutSignal({ me, town })
    await jot(me, contents.slice(0, 3))
    await page.goto('about:blank')
    await town.signalOn()
    await wakeWorker(page, town.url)
    await expect
      .poll(() => rows('select content from observations order by content'), { timeout: 20_000 })
      .toEqual(contents.slice(0, 3).map((content) => ({ content })))
    await me.go('/unsent')
    await expect(page.getByText(/Everything is sent/)).toBeVisible()
    expect(await rows('select distinct user_id from observations')).toEqual([{ user_id: 1 }])
  })
})
