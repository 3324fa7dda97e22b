import { expect, type Page } from '@playwright/test'
import { moveTo } from './open-app.ts'
import { inKitchen, runStory } from './story.ts'
import { test } from './story-test.ts'
import { stretchTimers } from './timers.ts'

/** From the next opening of a page on, all transactions are counted: Dexie takes the method when it opens the database. */
const countTransactions = (page: Page) =>
  page.addInitScript(() => {
    const counted = { transactions: 0 }
    Object.assign(window, { counted })
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...asked) {
      counted.transactions += 1
      return open.apply(this, asked)
    }
  })

/** The transactions from a tap on a link, or a change of the address, until the next screen shows all of these texts. */
async function transactionsUntil(page: Page, change: () => Promise<unknown>, texts: string[]): Promise<number> {
  await page.evaluate((wanted) => {
    const counted: { transactions: number; until?: number } = Reflect.get(window, 'counted')
    delete counted.until
    let before = 0
    const watch = new MutationObserver(() => {
      const words = document.querySelector('main')?.textContent ?? ''
      if (!wanted.every((it) => words.includes(it))) return
      counted.until = counted.transactions - before
      watch.disconnect()
    })
    const begin = () => {
      before = counted.transactions
      watch.observe(document, { childList: true, subtree: true, characterData: true })
    }
    for (const kind of ['click', 'popstate']) window.addEventListener(kind, begin, { capture: true, once: true })
  }, texts)
  await change()
  await page.waitForFunction(() => Reflect.get(window, 'counted').until !== undefined)
  await quiet(page)
  return page.evaluate(() => Reflect.get(window, 'counted').until)
}

/** Waits until the page asks nothing of the database any more: what it has begun must not count for the next tap. */
const quiet = (page: Page) =>
  page.waitForFunction(
    () => {
      const counted: { transactions: number; seen?: number } = Reflect.get(window, 'counted')
      const isQuiet = counted.seen === counted.transactions
      counted.seen = counted.transactions
      return isQuiet
    },
    null,
    { polling: quietMs },
  )

const quietMs = 300

/**
 * The link's name, what its screen shows once the rows are read, and the most transactions until then: two, one for the
 * record and one for everything on its screen, and two for other readers, such as the engine.
 */
const routes: [link: RegExp, texts: string[], most: number][] = [
  [/^Inspection #1, /, ['Conduct Inspection', 'Kitchen'], 4],
  [/^Kitchen/, ['Add Observation', 'Sink drains'], 4],
  [/^Inspection #1, /, ['Conduct Inspection', 'Kitchen'], 4],
]

test('P13 a tap on a link reads the device in few transactions until the rows of the next screen are shown', async () => {
  await runStory({}, async ({ town, me }) => {
    await inKitchen(me)
    const { page } = me
    await town.signalOff()
    await countTransactions(page)
    // A screen may begin to read as late as it likes.
    await stretchTimers(page, 10, 300)
    await me.go(new URL(page.url()).pathname)
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
    await quiet(page)
    for (const [name, texts, most] of routes) {
      const link = page.getByRole('main').getByRole('link', { name }).first()
      const transactions = await transactionsUntil(page, () => link.click(), texts)
      expect.soft(transactions, `transactions until ${texts}`).toBeLessThanOrEqual(most)
    }
  })
})

test('P13 a screen that is opened again shows its rows without reading the device, as long as nothing has changed', async () => {
  await runStory({}, async ({ town, me }) => {
    await inKitchen(me)
    const { page } = me
    await countTransactions(page)
    await me.go(new URL(page.url()).pathname)
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await town.signalOff()
    // Each screen has been shown once since the page was opened.
    for (const [name, texts] of routes) {
      await quiet(page)
      await transactionsUntil(page, () => page.getByRole('main').getByRole('link', { name }).first().click(), texts)
    }
    for (const [name, texts] of routes.slice(1)) {
      const link = page.getByRole('main').getByRole('link', { name }).first()
      const transactions = await transactionsUntil(page, () => link.click(), texts)
      expect.soft(transactions, `transactions until ${texts}`).toBe(0)
    }
  })
})

test('P13 the due list asks for its rows at once: they come before its screen is live and read a second time', async () => {
  await runStory({}, async ({ town, me }) => {
    await me.signIn()
    const { page } = me
    await countTransactions(page)
    // What waits until the screen is live then comes after everything that is read a second time.
    await stretchTimers(page, 10, 300)
    await me.go('/due-list')
    await expect(page.getByRole('heading', { name: 'Overdue' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await town.signalOff()
    await leaveTheDueList(page)
    // A hidden page ends all reads at rest: the list is read as at a first visit, and its code is there already.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const transactions = await transactionsUntil(page, back(page), ['Overdue', 'Next six days'])
    expect(transactions).toBeLessThanOrEqual(4)
  })
})

const back = (page: Page) => () => page.evaluate(() => history.back())

async function leaveTheDueList(page: Page): Promise<void> {
  await moveTo(page, '/about')
  await expect(page.getByRole('heading', { name: 'Overdue' })).toBeHidden()
  await quiet(page)
}

/** The files of code that the page has fetched so far. */
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((it) => it.name)
      .filter((it) => it.endsWith('.js')),
  )

test('P13 the code of the likely next screens is there before the tap: the tap fetches nothing', async () => {
  await runStory({}, async ({ me }) => {
    await inKitchen(me)
    const { page } = me
    await me.go('/inspections/1/conduct')
    // The last is fetched by what follows the office, which would otherwise come between the tap and the count.
    for (const part of ['area-screen', 'review-screen', 'unsent-screen', 'heartbeat'])
      await expect.poll(async () => (await scripts(page)).filter((it) => it.includes(`/${part}-`))).toHaveLength(1)
    const before = await scripts(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Kitchen/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
    expect(await scripts(page)).toEqual(before)
  })
})
