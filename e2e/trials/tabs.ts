import { expect, type Page } from '@playwright/test'
import { Inspector, savedCard } from '../inspector.ts'
import type { Phone } from '../phone.ts'
import { inKitchen, onDevice, unsent } from '../story.ts'
import type { TestTown } from '../town.ts'
import { wakeWorker } from '../wake-worker.ts'
import { chanceOf, pause, type Trial, type TrialOptions } from './trial.ts'
import { withPhone } from './with-phone.ts'

const takeOverLimitMs = 1_000
const full = { entries: 200, tabs: 5 }
const crashesAtMost = 4
const allSentMs = 180_000
/** The server's delay for each call (ms), so that a tab dies during its work. Calls come in hundreds or pairs. */
const keyedAnswerMs = 60
const documentedAnswerMs = 150

/** Five tabs and the service worker send the same work. One after the other dies while it sends. */
export const tabs: Trial = {
  goal: `5 tabs and the worker, 200 entries, tabs crashing: 0 sent twice, 0 lost, take-over within ${takeOverLimitMs / 1000} s`,
  run: (options) => withPhone(options, carryOut),
}

async function carryOut(town: TestTown, phone: Phone, { scale, seed, say, profile }: TrialOptions) {
  const chance = chanceOf(seed)
  const count = Math.max(20, Math.round(full.entries * scale))
  await jot(town, phone, count)
  const pages = await openTabs(town, phone)
  say(`${count} entries wait, ${pages.length} tabs are open`)

  const heard = hear(town, profile !== 'documented')
  await town.signalOn()
  const woken = Promise.all([
    wakeWorker(phone.page),
    ...pages.map((page) => page.evaluate(() => void window.dispatchEvent(new Event('online')))),
  ]).catch(() => undefined)
  const takeOvers: number[] = []
  let living = pages
  for (let n = 0; n < crashesAtMost && living.length > 1; n++) {
    const before = heard.length
    const some = before + 2 + chance() * 8
    const isBusy = await until(() => heard.length > some, 20_000)
    const sender = await senderAmong(living)
    if (!isBusy || heard.length === before) break
    // The service worker may be the one that sends. Then a tab that waits for the lock dies.
    const victim = sender ?? living.at(-1)
    if (!victim) break
    living = living.filter((it) => it !== victim)
    const crashed = await crash(victim)
    const calls = () => heard.find((it) => it.isRequest && it.at > crashed)
    await until(() => calls() !== undefined, 10_000)
    const tookMs = (calls()?.at ?? Number.POSITIVE_INFINITY) - crashed
    const left = (await unsent(living[0] ?? phone.page)).length
    say(
      `${sender ? 'the sending tab' : 'a tab in line'} crashed; next request after ${tookMs} ms; ${left} entries left`,
    )
    if (left === 0) break
    if (sender) takeOvers.push(tookMs)
  }
  await woken
  const [last] = living
  if (!last) throw new Error('No tab is left')
  await last.bringToFront()
  await expect.poll(async () => (await unsent(last)).length, { timeout: allSentMs }).toBe(0)
  const broken = [
    ...(await byTheOffice(town, count)),
    ...takeOvers.filter((it) => it > takeOverLimitMs).map((it) => `a crashed tab's work was taken over after ${it} ms`),
    ...(takeOvers.length === 0 ? ['no tab crashed while it sent: nothing is proved'] : []),
    ...((await onDevice(last, 'outbox')).length > 0 ? ['entries are left'] : []),
    ...phone.problems,
  ]
  return {
    measured: `${count} entries, ${takeOvers.length} tabs crashed while they sent, take-over after ${takeOvers.join(', ')} ms, ${new Set(heard.map((it) => it.key)).size} keys heard ${heard.length} times`,
    broken,
  }
}

/** Checks in the server's tables that every entry exists once, with one row in the log of effects. */
async function byTheOffice(town: TestTown, count: number): Promise<string[]> {
  const { rows } = await town.pool.query(
    `select count(*)::int as rows, count(distinct content)::int as different,
      (select count(*)::int from audit_log where record_type = 'observation') as effects from observations`,
  )
  const it: { rows: number; different: number; effects: number } = rows[0]
  if (it.rows === count && it.different === count && it.effects === count) return []
  return [`${it.rows} observations (${it.different} different, ${it.effects} effects) instead of ${count}`]
}

/** A writing call as it arrived. */
interface Heard {
  key: string
  at: number
  /** A separate request, not part of a batch. */
  isRequest: boolean
}

/** Records each entry that arrives, alone or in a batch, and delays it. */
function hear(town: TestTown, isKeyed: boolean): Heard[] {
  const heard: Heard[] = []
  town.faults.inject = ({ method, key, path }) => {
    if (method === 'GET' || key === null || /(heartbeat|login|logout)$/.test(path)) return undefined
    const isBatch = path.endsWith('/sync/batch')
    heard.push({ key, at: Date.now(), isRequest: isBatch || !isKeyed })
    return isBatch ? undefined : { kind: 'delay', ms: isKeyed ? keyedAnswerMs : documentedAnswerMs }
  }
  return heard
}

async function until(isSo: () => boolean, ms: number): Promise<boolean> {
  const end = Date.now() + ms
  while (!isSo() && Date.now() < end) await pause(5)
  return isSo()
}

/** Kills the page's process. Gives the time. */
async function crash(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  const gone = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => undefined)
  await gone
  return Date.now()
}

/** The page that holds the lock of the device. */
async function senderAmong(pages: readonly Page[]): Promise<Page | undefined> {
  const [first] = pages
  if (!first) return undefined
  const holder = await first.evaluate(async () => {
    const { held } = await navigator.locks.query()
    return held?.find((it) => it.name?.startsWith('codesoft-drain-'))?.clientId
  })
  for (const page of pages) if ((await clientOf(page)) === holder) return page
  return undefined
}

/** The lock manager's client id of a page, found by a lock that only this page requests. */
const clientOf = (page: Page) =>
  page.evaluate(async () => {
    const name = `trial-${crypto.randomUUID()}`
    return navigator.locks.request(name, async () => {
      const { held } = await navigator.locks.query()
      return held?.find((it) => it.name === name)?.clientId
    })
  })

/** Makes observations without signal. */
async function jot(town: TestTown, phone: Phone, count: number): Promise<void> {
  const me = new Inspector(await phone.start(town.url), town.url)
  const { page } = me
  await inKitchen(me)
  await town.signalOff()
  const field = page.getByRole('form', { name: 'Add observation' }).getByLabel('Observation', { exact: true })
  for (let n = 1; n <= count; n++) {
    await field.fill(`Seen ${n}`)
    await page.getByRole('button', { name: 'Save Observation' }).click()
    await expect(field).toHaveValue('')
    await expect(savedCard(page, `Seen ${n}`).first()).toBeVisible()
  }
  expect(await unsent(page)).toHaveLength(count)
}

async function openTabs(town: TestTown, phone: Phone): Promise<Page[]> {
  const pages = [phone.page]
  while (pages.length < full.tabs) {
    const page = await phone.context.newPage()
    await phone.watch(page)
    await page.goto(`${town.url}/unsent`)
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible()
    pages.push(page)
  }
  return pages
}
