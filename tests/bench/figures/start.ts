import type { BrowserContext } from 'playwright'
import { people } from '../../harness/people.ts'
import { freshContext, heapMb, openBench, Profile, throttle } from '../browser.ts'
import { builtApp, builtPage } from '../build.ts'
import { type Office, openOffice } from '../office.ts'
import { type Paints, paintsOf } from '../paint.ts'
import { openSite } from '../site.ts'
import { median } from '../stats.ts'
import type { Row } from '../table.ts'
import { benchFiles } from './device.ts'

const { email, password } = people.ons
const runs = 5
const slower = 4
const pendingRow = 'tr[data-row]'
/** Today opens with the day's stops; the table of pending inspections is below the first screenful. */
const todayStop = 'main li > a[href*="/inspection/"]'

/** The measurements of one start, and how much memory the page then held. */
type Start = Paints & { heapMb: number }

/** P2: a browser that was closed, on a phone four times slower, without signal: from nothing to the stops of the day. */
export async function startingUp(): Promise<Row[]> {
  const floor = await builtPage('floor')
  const profile = new Profile()
  const [office, bare, react] = [
    await officeWith(500),
    await openSite(floor, '/bare.html'),
    await openSite(floor, '/index.html'),
  ]
  const context = await profile.start()
  await install(context, office, 500)
  for (const { url } of [bare, react]) await visit(context, url)
  await context.close()
  await Promise.all([office.signalOff(), bare.signalOff(), react.signalOff()])
  const starts = { ours: [] as Start[], bare: [] as Start[], heading: [] as Start[], list: [] as Start[] }
  for (let n = 0; n < runs; n++) {
    starts.ours.push(await startCold(profile, office.url, todayStop))
    starts.bare.push(await startCold(profile, bare.url, 'h1'))
    starts.heading.push(await startCold(profile, react.url, 'h1'))
    starts.list.push(await startCold(profile, react.url, pendingRow))
  }
  await office.close()
  profile.end()
  const first = (of: Start[]) => median(of.map((it) => it.first))
  const wanted = (of: Start[]) => median(of.map((it) => it.wanted))
  const row = { goal: 'P2', unit: 'ms' as const }
  const list = { ...row, what: 'no signal, cold: the stops of the day painted', ours: wanted(starts.ours) }
  const live = {
    ...row,
    what: 'no signal, cold: the stops of the day live',
    ours: median(starts.ours.map((it) => it.live)),
  }
  return [
    {
      ...row,
      what: 'no signal, cold: first paint',
      ours: first(starts.ours),
      beside: 'bare HTML',
      theirs: first(starts.bare),
      meets: { times: 1.1 },
    },
    { ...list, beside: 'React and a router, heading', theirs: wanted(starts.heading), meets: { times: 0.75 } },
    { ...live, beside: 'React and a router, heading', theirs: wanted(starts.heading), meets: { times: 1.6 } },
    { ...list, beside: 'React and a router, same rows', theirs: wanted(starts.list) },
  ]
}

/** P10, start-up: ten times as many inspections. */
export async function startingUpLarge(): Promise<Row[]> {
  const small = await startsWith(500)
  const large = await startsWith(5_000)
  const row = { goal: 'P10', beside: '500 inspections' }
  const wanted = (of: Start[]) => median(of.map((it) => it.wanted))
  const heap = (of: Start[]) => median(of.map((it) => it.heapMb))
  return [
    {
      ...row,
      what: 'start-up with 5,000 inspections',
      unit: 'ms',
      ours: wanted(large),
      theirs: wanted(small),
      meets: { times: 1.3 },
    },
    { ...row, what: 'memory with 5,000 inspections', unit: 'MB', ours: heap(large), theirs: heap(small) },
  ]
}

async function startsWith(inspections: number): Promise<Start[]> {
  const profile = new Profile()
  const office = await officeWith(inspections)
  const context = await profile.start()
  await install(context, office, inspections)
  await context.close()
  await office.signalOff()
  const starts: Start[] = []
  for (let n = 0; n < 3; n++) starts.push(await startCold(profile, office.url, todayStop))
  await office.close()
  profile.end()
  return starts
}

/** P3: the first visit over slow 4G, to the sign-in form. */
export async function loadingCold(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp() })
  const bare = await openSite(await builtPage('floor'), '/bare.html')
  const ours: Paints[] = []
  const theirs: Paints[] = []
  for (let n = 0; n < runs; n++) {
    ours.push(await loadOnce(office.url, 'input[type=password]'))
    theirs.push(await loadOnce(bare.url, 'h1'))
  }
  await office.close()
  await bare.signalOff()
  const row = { goal: 'P3', unit: 'ms' as const, beside: 'bare HTML', theirs: median(theirs.map((it) => it.wanted)) }
  return [
    {
      ...row,
      what: 'slow 4G, first visit: first paint',
      ours: median(ours.map((it) => it.first)),
      meets: { times: 1.1 },
    },
    {
      ...row,
      what: 'slow 4G, first visit: sign-in form, takes what is typed',
      ours: median(ours.map((it) => it.wanted)),
      meets: { times: 1.25 },
    },
  ]
}

/** Slow 4G as browsers' own tools mean it. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: 84_375,
}

async function loadOnce(url: string, selector: string): Promise<Paints> {
  const context = await freshContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const paints = await paintsOf(page, url, selector)
  await context.close()
  return paints
}

/** A town in which the first inspector has so much to do. */
async function officeWith(inspections: number): Promise<Office> {
  const office = await openOffice({ distFolder: builtApp(), files: await benchFiles() })
  await office.pool.query(`
    insert into addresses (combadd) select n || ' QUARRY ROAD' from generate_series(1, 300) as n;
    insert into inspections (source, address_id, inspector_id, scheduled_datetime)
      select 'Multifamily License', 1 + n % 300, 1, to_char(timestamp '2026-11-20 09:00' + n % 40 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS')
      from generate_series(2, ${inspections}) as n;
  `)
  return office
}

/** Signs in, fetches the day and the county, and waits until everything is kept for the time without signal. */
async function install(context: BrowserContext, office: Office, inspections: number): Promise<void> {
  const page = await context.newPage()
  await openBench(page, office.url)
  await page.evaluate(([email, password]) => window.bench.seed(email, password), [email, password] as const)
  await page.goto(`${office.url}/`)
  await page.waitForFunction(storedInspections, inspections, { polling: 500 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  // Every inspector has hidden the first day's cards.
  await page.getByRole('button', { name: 'Hide what to do before you begin' }).click()
  // The next start paints what this one has kept of its screen.
  await page.waitForFunction(() => localStorage.getItem('codesoft-frame:/')?.includes('/inspection/'))
  await page.close()
}

/** Runs in the page: whether the device holds that many inspections. */
async function storedInspections(count: number): Promise<boolean> {
  const name = (await indexedDB.databases()).find((it) => /^codesoft-.*-1$/.test(it.name ?? ''))?.name
  if (!name) return false
  const opening = indexedDB.open(name)
  return new Promise((resolve) => {
    opening.onsuccess = () => {
      const asked = opening.result.transaction('inspection').objectStore('inspection').count()
      asked.onsuccess = () => {
        opening.result.close()
        resolve(asked.result >= count)
      }
    }
  })
}

/** The first visit installs, the second fills the cache through the worker. */
async function visit(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  for (let n = 0; n < 2; n++) {
    await page.reload({ waitUntil: 'networkidle' })
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }
  await page.close()
}

async function startCold(profile: Profile, url: string, selector: string): Promise<Start> {
  const context = await profile.start()
  const page = await context.newPage()
  await throttle(page, slower)
  const paints = await paintsOf(page, url, selector)
  const heap = await heapMb(page)
  await context.close()
  return { ...paints, heapMb: heap }
}
