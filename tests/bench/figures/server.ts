import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { StartedProcess } from '../../harness/server-process.ts'
import { inventedCounty, searchedRows, typedTexts } from '../county.ts'
import { type Asker, inTurns, memoryOf } from '../server/ask.ts'
import { beside, openPair } from '../server/pair.ts'
import { median, pooled, timed } from '../stats.ts'
import type { Row } from '../table.ts'

const few = 2_000
const many = 20_000
const asks = 300

/** P11: the server over a county of addresses and 20,000 inspections, beside hono and pg alone in the same run. */
export async function serving(): Promise<Row[]> {
  const town = await openPair(many)
  const young = await openPair(few)
  try {
    const resting = [memoryOf(town.server.child.pid ?? 0).now, memoryOf(town.floor.child.pid ?? 0).now] as const
    return [
      ...(await answering(town)),
      ...(await creating(town.ask, town.bare)),
      ...(await growing(town.ask, young.ask)),
      memoryRow('at rest', ...resting),
      await uploading(town),
    ]
  } finally {
    await Promise.all([town.close(), young.close()])
  }
}

const p95 = (what: string, { ours, theirs }: { ours: number; theirs: number }): Row => ({
  goal: 'P11',
  what: `${what}, p95`,
  ours,
  unit: 'ms',
  beside,
  theirs,
  meets: { times: 3 },
})

async function answering({ ask, bare, changes: changesOf }: Awaited<ReturnType<typeof openPair>>): Promise<Row[]> {
  const texts = typedTexts(searchedRows(inventedCounty())).filter((text) => text.length >= 3)
  const typed = (n: number) => encodeURIComponent(texts[n % texts.length] ?? '')
  const search = await inTurns(
    asks,
    (n) => ask(`/addresses/search?query=${typed(n)}&limit=10`),
    (n) => bare(`/search?query=${typed(n)}`),
  )
  const id = (n: number) => 1 + ((n * 7_919) % many)
  const detail = await inTurns(
    asks,
    (n) => ask(`/inspections/${id(n)}`),
    (n) => bare(`/inspections/${id(n)}`),
  )
  const changes = await inTurns(
    60,
    (n) => ask(`/sync${changesOf(n)}`),
    (n) => bare(changesOf(n)),
  )
  const pending = await inTurns(
    asks,
    () => ask('/dash/inspections/1'),
    () => bare('/pending/1'),
  )
  return [
    p95('address search over 96,224', search),
    p95('inspection detail', detail),
    p95('page of 200 changes', changes),
    p95('pending list of 40', pending),
  ]
}

/** 500 creates at 6 in flight; each with a key of its own on ours. */
async function creating(ask: Asker, bare: Asker): Promise<Row[]> {
  const seen = { content: 'Loose tread', potentialvio: false, user_id: 1, codes: [] }
  const ours = () =>
    timed(() =>
      pooled(500, 6, () =>
        ask('/areas/1/observations', {
          method: 'POST',
          body: JSON.stringify(seen),
          headers: { 'Idempotency-Key': crypto.randomUUID() },
        }),
      ),
    )
  const body = JSON.stringify({ area_id: 1, content: 'Loose tread' })
  const theirs = (rows: number) => () =>
    timed(() => pooled(500, 6, () => bare(`/observations?rows=${rows}`, { method: 'POST', body })))
  const works = [ours, theirs(3), theirs(1)]
  const times: number[][] = works.map(() => [])
  for (let round = 0; round < warmUps + 5; round++)
    for (const [at, work] of works.entries()) times[at]?.push(...(await roundOf(work, round)))
  const [mine = Number.NaN, three = Number.NaN, one = Number.NaN] = times.map((all) => median(all))
  const row = { goal: 'P11', what: '500 keyed creates, 6 in flight', ours: mine, unit: 'ms' as const }
  return [
    { ...row, beside: `${beside}, the same three rows`, theirs: three, meets: { times: 3 } },
    { ...row, beside: `${beside}, one row without key or log`, theirs: one },
  ]
}

/** A server runs for weeks; until its code is compiled, some thousand calls take half as long again, on both sides. */
const warmUps = 4

const roundOf = async (work: () => Promise<number>, round: number): Promise<number[]> => {
  const ms = await work()
  return round < warmUps ? [] : [ms]
}

/** Answers that must not get slower with the town's history: a town with a tenth of it is asked the same, in turns. */
async function growing(ask: Asker, young: Asker): Promise<Row[]> {
  const id = (n: number) => 1 + (n % few)
  const asked: [string, (n: number) => string, number?][] = [
    ['pending list', () => '/dash/inspections/1', 1.3],
    ['inspection detail', (n) => `/inspections/${id(n)}`, 1.3],
    ['areas of an inspection', (n) => `/inspections/${id(n)}/areas`, 1.3],
    ['inspections of an address', (n) => `/addresses/${1 + id(n)}/inspections`, 1.3],
    // Its answer does grow: it tells how many there are in all.
    ['first page of inspections', () => '/inspections/?limit=50'],
  ]
  const rows: Row[] = []
  for (const [what, path, times] of asked) {
    const { ours, theirs } = await inTurns(
      asks,
      (n) => ask(path(n)),
      (n) => young(path(n)),
      0.5,
    )
    rows.push({
      goal: 'P11',
      what: `${what}, among ${many.toLocaleString('en')} inspections, p50`,
      ours,
      unit: 'ms',
      beside: `among ${few.toLocaleString('en')}`,
      theirs,
      ...(times ? { meets: { times } } : {}),
    })
  }
  return rows
}

const memoryRow = (when: string, ours: number, theirs: number): Row => ({
  goal: 'P11',
  what: `memory ${when}`,
  ours,
  unit: 'MB',
  beside,
  theirs,
})

/** Ten photos of 20 MB each at once. */
async function uploading(it: { server: StartedProcess; floor: StartedProcess; token: string }): Promise<Row> {
  const photo = await photoOf20MB()
  const headers = { Authorization: `Bearer ${it.token}` }
  const send = async (url: string) => {
    await pooled(10, 10, async (n) => {
      const form = new FormData()
      form.set('files', new File([new Uint8Array(photo), randomBytes(8)], `photo ${n}.jpg`, { type: 'image/jpeg' }))
      const answer = await fetch(url, { method: 'POST', body: form, headers })
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    })
  }
  await send(`${await it.server.address}/api/observations/1/photos`)
  await send(`${await it.floor.address}/upload`)
  return memoryRow(
    'under 10 uploads of 20 MB, at most',
    memoryOf(it.server.child.pid ?? 0).peak,
    memoryOf(it.floor.child.pid ?? 0).peak,
  )
}

/** 12 megapixels of grain, filled up to 20 MB behind the picture's end, as phones put films there. */
async function photoOf20MB(): Promise<Buffer> {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const picture = await sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise: grain },
  })
    .jpeg({ quality: 96 })
    .toBuffer()
  return Buffer.concat([picture, Buffer.alloc(Math.max(0, 20 * 1024 * 1024 - picture.byteLength))])
}
