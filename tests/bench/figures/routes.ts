import type { Page } from 'playwright'
import { people } from '../../harness/people.ts'
import { freshContext, signInAt, throttle, untilSet } from '../browser.ts'
import { builtApp } from '../build.ts'
import { openOffice } from '../office.ts'
import { median, percentile } from '../stats.ts'
import type { Row } from '../table.ts'

const slower = 4
const frameMs = 1000 / 60
const rounds = 3

/** Every route that the device can answer alone. The map draws tiles and has figures of its own (P15). */
const routes = [
  '/due-list',
  '/week',
  '/field',
  '/address/2',
  '/address/2/unit/1',
  '/address/2/follow-up',
  '/inspection/1',
  '/inspections/1/conduct',
  '/inspections/1/review',
  '/inspections/1/area/1',
  '/violations',
  '/violation/1',
  '/violation/1/case-file',
  '/violation/1/evidence',
  '/inspections',
  '/complaints',
  '/complaint/2',
  '/citations',
  '/citation/1',
  '/licenses',
  '/license/1',
  '/permits',
  '/permit/1',
  '/contacts',
  '/contacts/1',
  '/businesses',
  '/business/1',
  '/codes',
  '/code/1',
  '/rooms',
  '/rooms/1',
  '/users',
  '/users/1',
  '/inbox',
  '/unsent',
  '/town',
  '/device',
  '/help',
  '/helpful',
  '/about',
  '/',
]

/** P13: every route on a phone four times slower, without signal, whose rows and code are on the device. */
export async function changingRoutes(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  await office.pool.query(filled)
  const context = await freshContext()
  const page = await context.newPage()
  await signInAt(page, office.url, people.admin)
  for (const path of routes) {
    await changed(page, path)
    await page.waitForLoadState('networkidle')
  }
  await office.signalOff()
  await throttle(page, slower)
  const times = new Map<string, number[]>(routes.map((it) => [it, []]))
  for (let n = 0; n < rounds; n++) for (const path of routes) times.get(path)?.push(await changed(page, path))
  await context.close()
  await office.close()
  const each = [...times].map(([path, ms]) => ({ path, frames: median(ms) / frameMs }))
  each.sort((a, b) => b.frames - a.frames)
  const slowest = each[0]
  const row = { goal: 'P13', unit: 'frames' as const, meets: { most: 2 } }
  const frames = each.map((it) => it.frames)
  return [
    { ...row, what: `from the change to the content, ${routes.length} routes, p50`, ours: median(frames) },
    { ...row, what: 'the same, p95', ours: percentile(frames, 0.95) },
    { ...row, what: `the slowest, ${slowest?.path}`, ours: slowest?.frames ?? Number.NaN },
  ]
}

/** Changes the route; milliseconds until its content is painted. */
export async function changed(page: Page, path: string): Promise<number> {
  await page.evaluate(changeTo, path)
  await untilSet(page, 'contentMs').catch(async (cause) => {
    const words = await page.locator('main').innerText()
    throw new Error(`${path} shows no content: ${words.slice(0, 200)}`, { cause })
  })
  // What comes after it must not count for the next one: the copy of the screen for the next start is made 700 ms later.
  await page.waitForTimeout(1_500)
  return page.evaluate(() => {
    const ms: number = Reflect.get(window, 'contentMs')
    Reflect.deleteProperty(window, 'contentMs')
    return ms
  })
}

/** Runs in the page: goes to a path as a link does, and notes the paint of its content: a title, and nothing that is still read. */
function changeTo(path: string): void {
  const old = document.querySelector('main h1')
  const from = performance.now()
  const watch = new MutationObserver(() => {
    const title = document.querySelector('main h1')
    if (!title || title === old || document.querySelector('main [data-loading]')) return
    watch.disconnect()
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Reflect.set(window, 'contentMs', performance.now() - from)
      port2.postMessage(null)
    })
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true })
  // The router listens to this call. An event as well would make it go there twice.
  history.pushState(null, '', path)
}

const filled = `
  insert into addresses (combadd) select n || ' QUARRY ROAD' from generate_series(1, 50) as n;
  insert into units (address_id, number) values (2, '1A');
  insert into codes (chapter, section, name, description) select (n / 40)::text, n || '.0', 'Section ' || n, 'Part ' || n from generate_series(1, 100) as n;
  insert into contacts (name, email) select 'Vale ' || n, 'vale' || n || '@town.example' from generate_series(1, 50) as n;
  insert into businesses (name, address_id) select 'Shop ' || n, 1 + n % 50 from generate_series(1, 50) as n;
  insert into inspections (source, address_id, inspector_id)
    select case n % 2 when 1 then 'Complaint' else 'Multifamily License' end, 1 + n % 50, 1 from generate_series(1, 50) as n;
  insert into violations (address_id, user_id, deadline, violation_type) select 1 + n % 50, 1, '7 days', 'doorhanger' from generate_series(1, 50) as n;
  insert into citations (violation_id, user_id, code_id, fine, deadline) select n, 1, 1, 100, date '2031-01-01' from generate_series(1, 50) as n;
  insert into licenses (address_id, license_type, sent, revoked) select 1 + n % 50, 1, false, false from generate_series(1, 50) as n;
  insert into permits (inspection_id, permit_type) select n, 'Building' from generate_series(1, 50) as n;
  insert into rooms (name) values ('Kitchen');
  insert into observations (area_id, content, potentialvio, user_id) select 1, 'Observation ' || n, n % 5 = 0, 1 from generate_series(1, 20) as n;`
