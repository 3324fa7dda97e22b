import type pg from 'pg'
import type { Page } from 'playwright'
import { people } from '../../harness/people.ts'
import { freshContext, signInAt } from '../browser.ts'
import { builtApp } from '../build.ts'
import { openOffice } from '../office.ts'
import { spread } from '../stats.ts'
import type { Row } from '../table.ts'

const violations = 50_000
const typed = ['case 04', 'quarry weeds', 'roof 999']

/** P22: words typed above a list of 50,000 violations at a desk: from the key to the rows on screen. */
export async function filtering(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  await fill(office.pool)
  const context = await freshContext('desk')
  const page = await context.newPage()
  await signInAt(page, office.url, people.admin)
  await page.goto(`${office.url}/violations`)
  await page.getByText(`of ${violations.toLocaleString('en-US')}`, { exact: false }).waitFor({ timeout: 300_000 })
  const field = page.getByLabel('Search all columns')
  await page.evaluate(notePaints)
  await field.focus()
  const first = await pressed(page, 'c')
  const times: number[] = []
  for (const text of typed) {
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForTimeout(1_000)
    await field.focus()
    for (const key of text) {
      times.push(await pressed(page, key))
      await page.waitForTimeout(150)
    }
  }
  const longest = await page.evaluate((): number => Reflect.get(window, 'longestTask'))
  await context.close()
  await office.close()
  const row = { goal: 'P22', unit: 'ms' as const }
  const { p50, p95 } = spread(times)
  return [
    { ...row, what: `a key above ${violations} violations to painted rows, p50`, ours: p50 },
    { ...row, what: `the same, p95`, ours: p95, meets: { most: 50 } },
    { ...row, what: 'longest task while typing (0: none over 50)', ours: longest, meets: { most: 50 } },
    { ...row, what: 'the very first key, while all rows are read', ours: first },
  ]
}

const fill = (pool: pg.Pool) =>
  pool.query(`
    insert into addresses (combadd) values ('48 QUARRY ROAD');
    insert into codes (chapter, section, name, description) values ('8', '04.010', 'Weeds', ''), ('9', '12.020', 'Roof', '');
    insert into violations (address_id, user_id, status, description, created_at)
      select case n % 2 when 0 then 1 else (select max(id) from addresses) end, 1 + n % 2, n % 2, 'Case number ' || lpad(n::text, 5, '0') || case n % 3 when 0 then ' roof' else ' weeds' end,
        '2020-01-01'::timestamptz + n * interval '1 hour'
      from generate_series(1, ${violations}) as n`)

/** Presses a key and waits until the rows that it leaves are painted (ms). */
async function pressed(page: Page, key: string): Promise<number> {
  await page.evaluate(() => Reflect.set(window, 'paintedAt', 0))
  await page.keyboard.press(key === ' ' ? 'Space' : key)
  await page.waitForFunction(() => Reflect.get(window, 'paintedAt') > 0, undefined, { timeout: 60_000 })
  return page.evaluate((): number => Reflect.get(window, 'paintedAt') - Reflect.get(window, 'pressedAt'))
}

/** Runs in the page: notes when a key was pressed, and the first frame with what it found. */
function notePaints(): void {
  Reflect.set(window, 'longestTask', 0)
  new PerformanceObserver((list) => {
    for (const it of list.getEntries())
      Reflect.set(window, 'longestTask', Math.max(Reflect.get(window, 'longestTask'), it.duration))
  }).observe({ type: 'longtask' })
  addEventListener('keydown', ({ timeStamp }) => Reflect.set(window, 'pressedAt', timeStamp), true)
  const body = document.querySelector('main')
  if (!body) throw new Error('No list is shown')
  new MutationObserver(() => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.set(window, 'paintedAt', performance.now())
      port2.postMessage(null)
    })
  }).observe(body, { subtree: true, attributes: true, attributeFilter: ['data-found'] })
}
