import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type WebError,
} from '@playwright/test'
import type pg from 'pg'
import type { Profile } from '../src/server/config.ts'
import { held } from '../tests/harness/held.ts'
import type { PersonName } from '../tests/harness/people.ts'
import { picture } from '../tests/harness/pictures.ts'
import { isConsoleProblem, logViolations } from './console-problems.ts'
import { type Taken, takeContext } from './kept-context.ts'
import { isLeft, moveMarked } from './screen-move.ts'
import { tapSendNow } from './story.ts'
import { openTown, people, type TestTown } from './town.ts'

/** Notes everything that goes wrong in a browser: errors of the console and of the page, violations of the policy. */
function watch(context: BrowserContext, problems: string[]): () => void {
  const hear = (line: ConsoleMessage) => {
    if (isConsoleProblem(line)) problems.push(line.text())
  }
  const note = (error: WebError) => problems.push(String(error.error().stack || error.error()))
  context.on('console', hear).on('weberror', note)
  return () => context.off('console', hear).off('weberror', note)
}

/** Playwright's test, in which every browser is watched: a test in which anything goes wrong aside fails. */
export const test = base.extend<{ problems: string[] }>({
  problems: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const problems: string[] = []
      await use(problems)
      expect(problems, 'nothing goes wrong in the console').toEqual([])
    },
    { auto: true },
  ],
  // A trace of every action costs more than the action; a picture of the last page tells as much.
  trace: ['off', { scope: 'worker' }],
  screenshot: ['only-on-failure', { scope: 'worker' }],
  context: async ({ context, problems }, use) => {
    watch(context, problems)
    await logViolations(context)
    await use(context)
  },
})

/** The town of a spec file, and the browser in which somebody is signed in there. */
export interface OpenApp {
  readonly town: TestTown
  readonly pool: pg.Pool
  /** A fresh page of the signed-in browser at an address of the app: a cold start. */
  open(path: string): Promise<Page>
  signalOff(): Promise<void>
  signalOn(): Promise<void>
  /** All rows that a question to the town's database gives. */
  rows(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** The first column of the only row: the id of what was put in. */
  put(sql: string, values?: unknown[]): Promise<number>
}

/** Before the tests of a file: a town of its own, and one sign-in for all of them. After each: signal, and no faults. */
export function openApp(
  who: PersonName = 'ons',
  fill?: (pool: pg.Pool) => Promise<unknown>,
  profile: Profile = 'keyed',
): OpenApp {
  let town: TestTown
  let context: BrowserContext
  let taken: Taken | undefined
  let stopWatching: (() => void) | undefined
  let hasSignal = true
  const problems: string[] = []
  const app: OpenApp = {
    get town() {
      return town
    },
    get pool() {
      return town.pool
    },
    async open(path) {
      const page = await context.newPage()
      await page.goto(town.url + path)
      return page
    },
    async signalOff() {
      hasSignal = false
      await town.signalOff()
    },
    async signalOn() {
      if (!hasSignal) await town.signalOn()
      hasSignal = true
    },
    rows: async (sql, values) => (await town.pool.query(sql, values)).rows,
    async put(sql, values) {
      const [row] = await app.rows(sql, values)
      return Number(Object.values(row ?? {})[0])
    },
  }
  test.beforeAll(async ({ browser }) => {
    town = await openTown({ profile, distFolder: process.env.E2E_DIST ?? 'dist' })
    await fill?.(town.pool)
    taken = await takeContext(browser, town.url, {}, logViolations)
    context = taken.context
    stopWatching = watch(context, problems)
    const page = await app.open('/')
    await signIn(page, who)
    await installed(page)
    await page.close()
  })
  test.afterEach(async () => {
    town.faults.inject = () => undefined
    town.tellsNoChanges = false
    await app.signalOn()
    await Promise.all(context.pages().map((page) => page.close()))
    expect(problems.splice(0), 'nothing goes wrong in the console').toEqual([])
  })
  test.afterAll(async () => {
    stopWatching?.()
    await taken?.giveBack()
    await town?.close()
  })
  return app
}

/** On the sign-in screen. */
export async function signIn(page: Page, who: PersonName): Promise<void> {
  await page.getByLabel('Email').fill(people[who].email)
  await page.getByLabel('Password').fill(people[who].password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('main#main')).toBeVisible()
}

/** Waits until the service worker has the whole app: from then on every address opens without signal. */
export const installed = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

/** Holds back the calls to a URL, or only those with this method, until the returned function is called. */
export async function holdCalls(page: Page, url: string | RegExp, method?: string): Promise<() => void> {
  const { work, end } = held()
  await page.route(url, async (route) => {
    if (!method || route.request().method() === method) await work()
    // The page may be gone by then.
    await route.continue().catch(() => undefined)
  })
  return end
}

/** Waits for the app itself: the copy of its last screen, which a cold start shows first, follows no move. */
export const live = (page: Page) => expect(page.locator('.print-head')).toBeAttached()

/** Shows another screen of the app without loading the page anew. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await live(page)
  await page.evaluate((path) => history.pushState(null, '', path), path)
}

/**
 * Shows another screen as `moveTo` does and waits until the screen before is gone. Screens at the same path share their
 * elements, so such a move could not be seen: the page is loaded anew.
 */
export async function toScreen(page: Page, path: string): Promise<void> {
  const to = new URL(path, page.url())
  if (to.pathname === new URL(page.url()).pathname) {
    await page.goto(to.href)
    return
  }
  await live(page)
  await page.evaluate(moveMarked, path)
  await expect.poll(() => page.evaluate(isLeft), path).toBe(true)
}

/** The section of a page with this title. */
export const section = (page: Page, title: string | RegExp): Locator => page.getByRole('region', { name: title })

/** Refuses every call that fits with a status and the server's words. */
export const refuse = (fits: RegExp, status: number, detail: string) => (call: { method: string; path: string }) =>
  fits.test(`${call.method} ${call.path}`) ? ({ kind: 'failBefore', status, detail } as const) : undefined

/** News as the app tells it in its one live region. */
export const news = (page: Page, words: string): Locator => page.locator('[aria-live=polite]').getByText(words)

/** Asks the app to send what waits, as a user would who is back in signal. */
export async function sendNow(app: OpenApp, page: Page): Promise<void> {
  await page.goto(`${app.town.url}/unsent`)
  await tapSendNow(page)
}

/** Puts an inspection into the town's database; gives its id. */
export function inspectionIn(app: OpenApp, fields: Record<string, unknown>): Promise<number> {
  const names = Object.keys(fields)
  const places = names.map((_, at) => `$${at + 1}`)
  return app.put(`insert into inspections (${names}) values (${places}) returning id`, Object.values(fields))
}

/** Puts an area without a unit into an inspection; gives its id. */
export const areaIn = (app: OpenApp, inspectionId: number, name: string): Promise<number> =>
  app.put('insert into areas (name, inspection_id) values ($1, $2) returning id', [name, inspectionId])

/** Puts a potential violation into an area; gives its id. */
export const flaggedIn = (app: OpenApp, areaId: number, content: string): Promise<number> =>
  app.put('insert into observations (area_id, content, potentialvio, user_id) values ($1, $2, true, 1) returning id', [
    areaId,
    content,
  ])

/** Files as a camera hands them over, each another picture. */
export const photoFiles = (count: number): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `photo ${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await picture(at + 1)),
    })),
  )
