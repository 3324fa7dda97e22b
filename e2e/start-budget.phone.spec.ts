import { expect, type Page } from '@playwright/test'
import { inKitchen, installed, runStory } from './story.ts'
import { test } from './story-test.ts'
import { stretchTimers } from './timers.ts'

/** The database transactions and renderings of a page until its screen is live. */
interface Start {
  /** The mode of each transaction. */
  transactions: string[]
  /** How often React has changed the page. */
  commits: number
  /** The text of the page when React had changed it for the first time. */
  first: string
}

/** Counts from the next opening of a page on. */
const countStarts = (page: Page) =>
  page.addInitScript(() => {
    const start = { transactions: [] as string[], commits: 0, first: '', isOver: false }
    Object.assign(window, { start })
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...asked) {
      if (!start.isOver) start.transactions.push(asked[1] ?? 'readonly')
      return open.apply(this, asked)
    }
    const mark = performance.mark.bind(performance)
    performance.mark = (...named) => {
      if (named[0] === 'codesoft-live') start.isOver = true
      return mark(...named)
    }
    // The hook of React's developer tools.
    const hook = {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberRoot: () => {
        if (start.commits === 0) start.first = document.getElementById('root')?.textContent ?? ''
        if (!start.isOver) start.commits += 1
      },
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook })
  })

const startOf = async (page: Page): Promise<Start> => {
  await page.waitForFunction(() => Reflect.get(window, 'start')?.isOver)
  return page.evaluate(() => Reflect.get(window, 'start'))
}

/**
 * Opening the two databases takes one transaction each, finding who is here one, looking through unsent work one. One
 * more reads what a record's screen cannot be shown without, and one everything else. React renders the shell, with
 * the record, and then the screen with all its rows; where there is a form, its library renders the form once more.
 */
const most = (area: string): [path: string, transactions: number, commits: number][] => [
  ['/', 5, 2],
  ['/inspections', 5, 2],
  ['/violations', 5, 2],
  ['/inspection/1', 6, 2],
  [area, 6, 3],
  ['/inspections/1/conduct', 6, 3],
  ['/address/1', 6, 3],
]

test('P2 until a screen is live the device is read in few transactions, nothing is written, and React renders a few times', async () => {
  await runStory({}, async ({ town, me }) => {
    await inKitchen(me)
    const area = new URL(me.page.url()).pathname
    // A device shows the cards of the first day on one day only.
    await me.go('/')
    await me.page.getByRole('button', { name: /^Hide what to do before/ }).click()
    await town.signalOff()
    await countStarts(me.page)
    await stretchTimers(me.page, 20)
    for (const [path, mostTransactions, mostCommits] of most(area)) {
      await me.go(path)
      const { transactions, commits } = await startOf(me.page)
      expect.soft(transactions.length, `transactions of ${path}`).toBeLessThanOrEqual(mostTransactions)
      expect.soft(commits, `commits of ${path}`).toBeLessThanOrEqual(mostCommits)
      expect.soft(new Set(transactions), `nothing is written by ${path}`).toEqual(new Set(['readonly']))
    }
  })
})

test('P2 a device that opens its storage slowly renders nothing behind the frame: the screen comes whole', async () => {
  await runStory({}, async ({ town, me }) => {
    const { page } = me
    await me.signIn()
    await installed(page)
    await me.go('/address/1')
    await expect(page.getByRole('heading', { level: 1, name: 'Elm Court' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await town.signalOff()
    await page.addInitScript(() => {
      const wait = window.setTimeout.bind(window)
      const open = IDBFactory.prototype.open
      let isFirst = true
      IDBFactory.prototype.open = function (...asked) {
        const request = open.apply(this, asked)
        if (!isFirst) return request
        isFirst = false
        Object.defineProperty(request, 'onsuccess', {
          set: (act: (event: Event) => void) =>
            request.addEventListener('success', (event) => wait(() => act.call(request, event), 5_000)),
        })
        return request
      }
      window.addEventListener('DOMContentLoaded', () =>
        Object.assign(window, { hadFrame: window.codesoftFirstFrame !== undefined }),
      )
    })
    await countStarts(page)
    // The five seconds of the storage are one for the app.
    await stretchTimers(page, 5)
    await me.go('/address/1')
    expect((await startOf(page)).first).toContain('Elm Court')
    expect(await page.evaluate(() => Reflect.get(window, 'hadFrame'))).toBe(true)
  })
})

test('the server is asked for missing data as soon as the device was read: no timer is waited for', async () => {
  await runStory({}, async ({ town, me }) => {
    await me.signIn()
    await me.page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await me.page.goto('about:blank')
    town.tellsNoChanges = true
    const [made] = (await town.pool.query("insert into areas (name, inspection_id) values ('Attic', 1) returning id"))
      .rows
    await me.page.addInitScript(() => {
      const wait = window.setTimeout.bind(window)
      // A timer of a second or more never ends.
      Object.assign(window, {
        setTimeout: (act: TimerHandler, ms = 0, ...given: unknown[]) => (ms >= 1_000 ? 0 : wait(act, ms, ...given)),
      })
    })
    await me.go(`/inspections/1/area/${made.id}`)
    await expect(me.page.getByRole('heading', { level: 1, name: 'Attic' })).toBeVisible()
  })
})
