import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { Inspector } from '../inspector.ts'
import type { Phone } from '../phone.ts'
import { openConduct, unsent } from '../story.ts'
import type { TestTown } from '../town.ts'
import { fillDevice } from './fill-device.ts'
import { type MainThread, watchMainThread } from './main-thread.ts'
import { pause, type Trial, type TrialOptions } from './trial.ts'
import { withPhone } from './with-phone.ts'

const limits = { usableMs: 2_000, heapMb: 300, taskMs: 200, sendingMs: 60_000, allSentMs: 30 * 60_000 }
const full = { entries: 10_000, photos: 3_000, inspections: 40 }

/** Weeks of unsent work are on one phone. It must start, show and send as fast as with little work. */
export const backlog: Trial = {
  goal: `10,000 entries and 3,000 photos waiting: usable within ${limits.usableMs / 1000} s, heap <= ${limits.heapMb} MB, no task over ${limits.taskMs} ms, all at the office once`,
  run: (options) => withPhone(options, carryOut),
}

async function carryOut(town: TestTown, phone: Phone, { scale, say }: TrialOptions) {
  const inspectionIds = await moreInspections(town, Math.max(2, Math.round(full.inspections * scale)))
  await makePatterns(town, phone)
  await phone.page.goto(`${town.url}/favicon.svg`)
  await named(phone.page)
  const asked = { entries: Math.round(full.entries * scale), photos: Math.round(full.photos * scale) }
  const size = await fillDevice(phone.page, { inspectionIds, ...asked })
  await phone.kill()
  say(`${size.entries} entries and ${size.photos} photos are on the phone`)

  const seen: Record<string, MainThread> = {}
  await phone.start('about:blank')
  const { page } = phone
  const thread = await watchMainThread(page)
  const began = performance.now()
  await page.goto(town.url, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const shownMs = performance.now() - began
  await page.getByTitle('Unsent work').click()
  await expect(page.getByRole('heading', { name: 'Unsent work' })).toBeVisible()
  const answeredMs = performance.now() - began
  say(`shown after ${Math.round(shownMs)} ms, a tap answered after ${Math.round(answeredMs)} ms`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const listedMs = performance.now() - began
  await pause(3_000)
  seen.start = await thread.read()
  say(`start and Unsent work without signal: ${told(seen.start)}, list after ${Math.round(listedMs)} ms`)

  await page.goto(`${town.url}/unsent`)
  await expect(page.getByRole('article').first()).toBeVisible()
  for (let n = 0; n < 10; n++) {
    await page.mouse.wheel(0, 20_000)
    await pause(150)
  }
  seen.opening = await thread.read()
  say(`Unsent work opened anew and scrolled: ${told(seen.opening)}`)

  await town.signalOn()
  const beganSending = performance.now()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Send now' }).click()
  const left = async () => (await unsentCount(page)) ?? 0
  await pause(limits.sendingMs * Math.min(1, scale * 2))
  const rest = await left()
  seen.sending = await thread.read()
  say(`sending for a minute: ${told(seen.sending)}, ${rest} entries left`)

  await page.goto(town.url)
  await expect.poll(left, { timeout: limits.allSentMs, intervals: [2_000] }).toBe(0)
  const sentS = Math.round((performance.now() - beganSending) / 1000)
  seen.rest = await thread.read()
  say(`all sent after ${sentS} s, seen from the dashboard: ${told(seen.rest)}`)

  const broken = [
    ...(answeredMs > limits.usableMs ? [`usable only after ${Math.round(answeredMs)} ms`] : []),
    ...Object.entries(seen).flatMap(([when, it]) => [
      ...(it.longestTaskMs > limits.taskMs ? [`a task of ${it.longestTaskMs} ms (${when}; ${it.whose})`] : []),
      ...(it.heapMb > limits.heapMb ? [`a heap of ${it.heapMb} MB (${when})`] : []),
    ]),
    ...(await doubledOrLost(town, size)),
    ...phone.problems,
  ]
  const most = (of: (it: MainThread) => number) => Math.max(...Object.values(seen).map(of))
  return {
    measured: `usable after ${Math.round(answeredMs)} ms, heap ${most((it) => it.heapMb)} MB, renderer ${most((it) => it.privateMb)} MB, longest task ${most((it) => it.longestTaskMs)} ms, ${size.entries} entries and ${size.photos} photos sent in ${sentS} s`,
    broken,
  }
}

const told = (it: MainThread) =>
  `longest task ${it.longestTaskMs} ms (${it.whose}), ${it.longTasks} over 50 ms, heap ${it.heapMb} MB, renderer ${it.privateMb} MB`

/** Makes many inspections of the first inspector. Gives their ids. */
async function moreInspections(town: TestTown, count: number): Promise<number[]> {
  const { rows } = await town.pool.query(
    "insert into inspections (source, address_id, inspector_id) select 'Multifamily License', 1 + n % 2, 1 from generate_series(1, $1) n returning id",
    [count],
  )
  return rows.map((it) => it.id)
}

/** Makes one area, one observation and one photo in the app, without signal. */
async function makePatterns(town: TestTown, phone: Phone): Promise<void> {
  const me = new Inspector(await phone.start(town.url), town.url)
  await me.signIn()
  await me.prepare(/Ready (\d+) of \1\b/, 60_000)
  await openConduct(me, 1)
  await town.signalOff()
  await me.addAreaOf('Kitchen')
  await me.observe('Loose wire over the sink', { photos: [await photo()] })
  await expect.poll(async () => (await unsent(me.page)).length).toBe(3)
}

/** Small, so that three thousand fit on the disk. Their size does not matter for what is measured here. */
const photo = () =>
  sharp({
    create: {
      width: 1000,
      height: 750,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 60 })
    .toBuffer()

/** The compiler of this file names functions with a helper that the page does not have. */
const named = (page: Page) => page.evaluate('globalThis.__name ??= (it) => it')

const unsentCount = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((it) => it.name ?? '')
    const open = indexedDB.open(names.find((it) => /^codesoft-.+-\d+$/.test(it)) ?? '')
    return new Promise<number>((resolve) => {
      open.onsuccess = () => {
        const count = open.result.transaction('outbox').objectStore('outbox').count()
        count.onsuccess = () => {
          open.result.close()
          resolve(count.result)
        }
      }
    })
  })

/** Checks in the office's rows that everything exists once. The patterns add one of each. */
async function doubledOrLost(
  town: TestTown,
  { entries, photos }: { entries: number; photos: number },
): Promise<string[]> {
  const count = async (table: string) =>
    Number((await town.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n)
  const [made, files, once] = await Promise.all([
    Promise.all([count('areas'), count('observations')]).then(([a, b]) => a + b),
    count('attachments'),
    count('(select sha256 from attachments group by sha256) it'),
  ])
  return [
    ...(made === entries + 2 ? [] : [`${made} areas and observations at the office instead of ${entries + 2}`]),
    ...(files === photos + 1 && once === files ? [] : [`${files} photos (${once} different) instead of ${photos + 1}`]),
  ]
}
