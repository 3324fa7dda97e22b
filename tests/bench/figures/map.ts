import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Page } from 'playwright'
import { freshContext, heapMb, signInAt, throttle } from '../browser.ts'
import { builtApp } from '../build.ts'
import { countyCount } from '../county.ts'
import { openOffice } from '../office.ts'
import { spread } from '../stats.ts'
import type { Row } from '../table.ts'

const stops = 300
const opened = 5

/** P15: from the tap on Map to streets and marks: 300 stops over a county's address book, on a phone four times slower. */
export async function mapping(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  await fillCounty(office.pool)
  const context = await freshContext()
  const page = await context.newPage()
  await signInAt(page, office.url)
  await page.goto(`${office.url}/map`)
  await page.getByRole('button', { name: 'Fetch the address book' }).click()
  await page.getByText('Streets drawn').waitFor({ timeout: 120_000 })
  await streetsShown(page)
  const runs: { ms: number; longest: number }[] = []
  for (let n = 0; n < opened; n++) runs.push(await openMap(page, office.url))
  const heap = { open: await heapMb(page), before: 0 }
  await page.goto(`${office.url}/unsent`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  heap.before = await heapMb(page)
  await context.close()
  await office.close()
  const row = { goal: 'P15', unit: 'ms' as const }
  return [
    {
      ...row,
      what: 'tap to streets and marks, p50',
      ours: spread(runs.map(({ ms }) => ms)).p50,
      meets: { most: 1_000 },
    },
    {
      ...row,
      what: 'longest task while the map is moved (0: none over 50)',
      ours: Math.max(...runs.map(({ longest }) => longest)),
      meets: { most: 50 },
    },
    {
      goal: 'P15',
      what: 'memory of the page with the map open',
      unit: 'MB',
      ours: heap.open,
      beside: 'before the tap',
      theirs: heap.before,
    },
    { goal: 'P15', what: 'code of the map, fetched when it is shown, gzip', unit: 'kB', ours: mapCode() / 1000 },
  ]
}

/** Invented streets of forty houses, in rows over the county, and stops on some of them. */
async function fillCounty(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into addresses (combadd, ownername, latitude, longitude)
      select house || ' STREET ' || street || ' RD', 'Owner ' || n,
        39.2 + (street % 60) * 0.006 + (house % 2) * 0.0002 + sin(house / 6.0) * 0.0006,
        -76.9 + (street / 60) * 0.012 + house * 0.00024
      from (select n, n / 40 as street, 1 + n % 40 as house from generate_series(0, $1::int - 1) as n) as houses`,
    [countyCount],
  )
  await pool.query(
    `insert into inspections (source, address_id, inspector_id, status)
      select 'Multifamily License', id, 1, 'Scheduled' from addresses where latitude is not null
      order by md5(id::text) limit $1`,
    [stops],
  )
}

/** Bytes of the map's chunks and its worker. */
const mapCode = (): number => {
  const folder = join(builtApp(), 'assets')
  const files = readdirSync(folder).filter((it) => /^map-(screen|view|worker)-.*\.js\.gz$/.test(it))
  if (files.length < 3) throw new Error(`The map's code is not where it was: ${files}`)
  return files.reduce((sum, it) => sum + statSync(join(folder, it)).size, 0)
}

async function openMap(page: Page, url: string): Promise<{ ms: number; longest: number }> {
  await page.goto(`${url}/unsent`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  // The engine cleans up after the page before for about ten seconds. That is no work of the map.
  await page.waitForTimeout(12_000)
  await throttle(page, 4)
  const from = await page.evaluate(() => {
    const tasks: PerformanceEntry[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
    const from = performance.now()
    document.querySelector<HTMLAnchorElement>('dialog a[href="/map"]')?.click()
    return from
  })
  const to = await streetsShown(page)
  await page.waitForTimeout(2_500)
  const quiet = await page.evaluate(() => performance.now())
  for (const name of ['Zoom in', 'Zoom in', 'Zoom in', 'Zoom out', 'Zoom in', 'Show all']) {
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForTimeout(900)
  }
  const longest = await page.evaluate((quiet) => {
    const tasks: PerformanceEntry[] = Reflect.get(window, 'tasks')
    return Math.max(0, ...tasks.filter((it) => it.startTime > quiet).map((it) => it.duration))
  }, quiet)
  await throttle(page, 1)
  return { ms: to - from, longest }
}

/** When the middle of the map is painted with streets and marks (ms of the page). */
const streetsShown = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 30))
      for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.map canvas')) {
        const paint = canvas.width > 0 ? canvas.getContext('2d') : null
        if (!paint) continue
        const edge = Math.min(canvas.width, canvas.height, 500)
        const { data } = paint.getImageData((canvas.width - edge) / 2, (canvas.height - edge) / 2, edge, edge)
        let ground = 0
        let dark = 0
        for (let at = 0; at < data.length; at += 16) {
          if ((data[at + 3] ?? 0) < 200) continue
          ground += 1
          if ((data[at] ?? 255) < 60 && (data[at + 1] ?? 255) < 60) dark += 1
        }
        if (ground > 5_000 && dark > 20) return performance.now()
      }
    }
  })
