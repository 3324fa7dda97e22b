import { expect, type Page } from '@playwright/test'
import { inKitchen, runStory } from './story.ts'
import { test } from './story-test.ts'

/** The database transactions and renderings of a page until its screen is live. */
interface Start {
  /** The mode of each transaction. */
  transactions: string[]
  /** How often React has changed the page. */
  commits: number
}

/** Counts from the next opening of a page on. */
const countStarts = (page: Page) =>
  page.addInitScript(() => {
    const start = { transactions: [] as string[], commits: 0, isOver: false }
    Object.assign(window, { start })
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...asked) {
      if (!start.isOver) start.transactions.push(asked[1] ?? 'readonly')
      return open.apply(this, asked)
    }
    // How long a slow machine takes must not count: what happens by the clock waits until the screen is live.
    const wait = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (act: TimerHandler, ms = 0, ...given: unknown[]) => wait(act, start.isOver ? ms : ms * 20, ...given),
    })
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
    for (const [path, mostTransactions, mostCommits] of most(area)) {
      await me.go(path)
      const { transactions, commits } = await startOf(me.page)
      expect.soft(transactions.length, `transactions of ${path}`).toBeLessThanOrEqual(mostTransactions)
      expect.soft(commits, `commits of ${path}`).toBeLessThanOrEqual(mostCommits)
      expect.soft(new Set(transactions), `nothing is written by ${path}`).toEqual(new Set(['readonly']))
    }
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
