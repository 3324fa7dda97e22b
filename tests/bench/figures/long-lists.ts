import type { BrowserContext, Page } from 'playwright'
import { rowsPerPage } from '../../../src/rules/pages.ts'
import { people } from '../../harness/people.ts'
import { freshContext, signInAt, tapOn, untilSet } from '../browser.ts'
import { builtApp } from '../build.ts'
import { type Office, openOffice } from '../office.ts'
import { median } from '../stats.ts'
import type { Row } from '../table.ts'

const rounds = 15

/** The lists of the navigation, and how many rows they have in a large town. */
const lists = [
  { path: '/violations', large: 50_000 },
  { path: '/inspections', large: 20_000 },
  { path: '/complaints', large: 20_000 },
  { path: '/citations', large: 20_000 },
  { path: '/licenses', large: 20_000 },
  { path: '/permits', large: 20_000 },
  { path: '/contacts', large: 20_000 },
  { path: '/businesses', large: 20_000 },
]
const small = 500

/** A town whose rows are on a device that has no signal any more. */
interface Town {
  office: Office
  context: BrowserContext
  page: Page
  close(): Promise<void>
}

/** P10, lists: the first page, the next page and a save beside the list, in a town of 20,000 and in one of 500, in turns. */
export async function turningPages(): Promise<Row[]> {
  const few = await townOf(() => small)
  const many = await townOf((of) => of.large)
  const rows: Row[] = []
  for (const { path } of lists) {
    const times = {
      few: { first: [] as number[], next: [] as number[] },
      many: { first: [] as number[], next: [] as number[] },
    }
    for (let n = 0; n < rounds; n++)
      for (const [of, { page }] of [
        [times.few, few],
        [times.many, many],
      ] as const) {
        of.first.push(await painted(page, 'main [data-row]', () => tapOn(page, `nav a[href="${path}"]`)))
        of.next.push(
          await painted(page, 'main [data-row]', () =>
            tapOn(page, 'main nav[aria-label^="Pages of"] button:last-child'),
          ),
        )
        await leave(page)
      }
    const row = { goal: 'P10', unit: 'ms' as const, beside: 'among 500', meets: { times: 1.15 } }
    rows.push(
      { ...row, what: `first page of ${path}`, ours: median(times.many.first), theirs: median(times.few.first) },
      { ...row, what: `its next page`, ours: median(times.many.next), theirs: median(times.few.next) },
    )
  }
  const [amongFew, amongMany] = [[] as number[], [] as number[]]
  for (const { page } of [few, many]) await openBeside(page)
  for (let n = 0; n < rounds; n++) {
    amongFew.push(await statusSaved(few.page, n))
    amongMany.push(await statusSaved(many.page, n))
  }
  await few.close()
  await many.close()
  return [
    ...rows,
    {
      goal: 'P10',
      unit: 'ms',
      what: 'a save beside the open list of violations, tap to its row',
      ours: median(amongMany),
      beside: 'among 500',
      theirs: median(amongFew),
      meets: { times: 1.15 },
    },
  ]
}

/** Opens the first violation beside its list. */
async function openBeside(page: Page): Promise<void> {
  await tapOn(page, 'nav a[href="/violations"]')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await page.locator('main [data-row] a').first().click()
  await page.getByRole('button', { name: 'Mark as Abated' }).waitFor()
}

/** Milliseconds from the answer to the question until the row in the list has the new status. */
async function statusSaved(page: Page, n: number): Promise<number> {
  const name = n % 2 === 0 ? 'Mark as Abated' : 'Reopen Violation'
  await page.getByRole('region', { name: 'Violation' }).getByRole('button', { name }).click()
  const answer = page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name })
  await answer.waitFor()
  return painted(page, 'main tr[data-row]', () => answer.click())
}

async function townOf(countOf: (list: (typeof lists)[number]) => number): Promise<Town> {
  const office = await openOffice({ distFolder: builtApp() })
  const count = Object.fromEntries(lists.map((it) => [it.path.slice(1), countOf(it)]))
  await office.pool.query(filled(count))
  const context = await freshContext('desk')
  const page = await context.newPage()
  await signInAt(page, office.url, people.admin)
  for (const list of lists) {
    await tapOn(page, `nav a[href="${list.path}"]`)
    await page.getByRole('heading', { level: 1, name: list.path.slice(1) }).waitFor()
    await page.waitForFunction(isWhole, countOf(list) / rowsPerPage, { polling: 500, timeout: 180_000 })
  }
  await leave(page)
  await page.waitForTimeout(5_000)
  await office.signalOff()
  return {
    office,
    context,
    page,
    async close() {
      await context.close()
      await office.close()
    },
  }
}

/** Runs in the page: whether the list has so many pages. */
export const isWhole = (pages: number): boolean =>
  Number(document.querySelector('main nav[aria-label^="Pages of"]')?.textContent?.match(/of (\d+)/)?.[1]) >= pages

/** To a page without a list. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => history.pushState(null, '', '/about'))
  await page.waitForFunction(() => !document.querySelector('main [data-row]'))
}

/** Milliseconds from a tap until another element of this kind, or another text in it, is painted. */
async function painted(page: Page, selector: string, tap: () => Promise<void>): Promise<number> {
  await page.evaluate(watchNext, selector)
  await tap()
  await untilSet(page, 'shownMs').catch(async (cause) => {
    throw new Error(`Nothing was painted at ${page.url()}: ${(await page.locator('main').innerText()).slice(0, 400)}`, {
      cause,
    })
  })
  await page.waitForTimeout(200)
  return page.evaluate(() => {
    const ms: number = Reflect.get(window, 'shownMs')
    Reflect.deleteProperty(window, 'shownMs')
    return ms
  })
}

/** Runs in the page. */
function watchNext(selector: string): void {
  const look = () => {
    const found = document.querySelector(selector)
    return found && `${found.getAttribute('data-row')} ${found.textContent}`
  }
  const old = look()
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const watch = new MutationObserver(() => {
        const now = look()
        if (!now || now === old) return
        watch.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => Reflect.set(window, 'shownMs', performance.now() - timeStamp)
          port2.postMessage(null)
        })
      })
      watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
    },
    { capture: true, once: true },
  )
}

const filled = (count: Record<string, number>) => `
  insert into addresses (combadd) select n || ' QUARRY ROAD' from generate_series(1, 300) as n;
  insert into codes (chapter, section, name, description) values ('8', '04.010', 'Weeds', '');
  insert into contacts (name, email) select 'Vale ' || n, 'vale' || n || '@town.example' from generate_series(1, ${count.contacts}) as n;
  insert into businesses (name, address_id) select 'Shop ' || n, 1 + n % 300 from generate_series(1, ${count.businesses}) as n;
  insert into inspections (source, address_id, inspector_id, created_at)
    select 'Multifamily License', 1 + n % 300, 2, '2020-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, ${count.inspections}) as n;
  insert into inspections (source, address_id, inspector_id, created_at)
    select 'Complaint', 1 + n % 300, 2, '2020-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, ${count.complaints}) as n;
  insert into violations (address_id, user_id, deadline, violation_type, created_at)
    select 1 + n % 300, 1, '7 days', 'doorhanger', '2020-01-01'::timestamptz + n * interval '1 hour' from generate_series(1, ${count.violations}) as n;
  insert into citations (violation_id, user_id, code_id, fine, deadline)
    select n, 1, 1, 100, date '2031-01-01' from generate_series(1, ${count.citations}) as n;
  insert into licenses (address_id, license_type, sent, revoked) select 1 + n % 300, 1, false, false from generate_series(1, ${count.licenses}) as n;
  insert into permits (inspection_id, permit_type) select n, 'Building' from generate_series(1, ${count.permits}) as n;`
