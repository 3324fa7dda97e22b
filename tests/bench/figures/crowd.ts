import { blackPng } from '../../harness/png.ts'
import { type Asker, askerOf } from '../server/ask.ts'
import { beside, openPair } from '../server/pair.ts'
import { median, percentile } from '../stats.ts'
import type { Row } from '../table.ts'

const inspections = 20_000
const readers = 200
/** Turns of ours and theirs, one after the other, so that a noisy minute hits both. */
const turns = 6
const turnMs = 3_000
/** Readers beside the hostile picture: a usual office, so that what is measured is the picture and no queue of readers. */
const colleagues = 8

/** P14: what a crowd of readers waits for, beside hono and pg alone, and beside a picture that costs the most. */
export async function crowding(): Promise<Row[]> {
  const town = await openPair(inspections)
  const { changes } = town
  try {
    const always = { Authorization: `Bearer ${town.token}` }
    const ask = askerOf(`${await town.server.address}/api`, always, readers)
    const bare = askerOf(await town.floor.address, {}, readers)
    // A server that has just begun is slow, and turns a crowd away.
    for (const path of [oursOf.detail, oursOf.list, (n: number) => `/sync${changes(n)}`])
      await crowd(colleagues, ask, path)
    return [
      ...(await reading('inspection detail', [ask, oursOf.detail], [bare, theirsOf.detail])),
      ...(await reading('list page of 50', [ask, oursOf.list], [bare, theirsOf.list])),
      ...(await reading('page of 200 changes', [ask, (n) => `/sync${changes(n)}`], [bare, changes])),
      ...(await besidePicture(ask, `${await town.server.address}/api/observations/1/photos`, always)),
    ]
  } finally {
    await town.close()
  }
}

type PathOf = (n: number) => string

const id = (n: number) => 1 + ((n * 7_919) % inspections)
/** One of the first twenty pages, which people look at. */
const skip = (n: number) => (n % 20) * 50
const oursOf = {
  detail: (n: number) => `/inspections/${id(n)}`,
  list: (n: number) => `/inspections/?skip=${skip(n)}&limit=50`,
}
const theirsOf = {
  detail: (n: number) => `/inspections/${id(n)}`,
  list: (n: number) => `/inspections?skip=${skip(n)}&limit=50`,
}

/** A reader who is turned away counts as one who waited as long as the queue lets anybody wait. */
const refusedMs = 5_000
const unlessBusy = (error: Error): false => {
  if (/: 503 /.test(error.message)) return false
  throw error
}

/** So many readers who ask again as soon as they are answered; how long each answer took, in ms. */
async function crowd(count: number, ask: Asker, pathOf: PathOf): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const end = performance.now() + turnMs
  const reader = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      const isAnswered = await ask(pathOf(next++)).then(() => true, unlessBusy)
      times.push(isAnswered ? performance.now() - start : refusedMs)
    }
  }
  await Promise.all(Array.from({ length: count }, reader))
  return times
}

async function reading(what: string, ours: [Asker, PathOf], theirs: [Asker, PathOf]): Promise<Row[]> {
  const paired = await inPairs(
    () => crowd(readers, ...ours),
    () => crowd(readers, ...theirs),
  )
  return rowsOf(`${readers} readers, ${what}`, beside, paired, { times: 3 })
}

/** The same readers with and without somebody who sends one picture of 119 megapixels after the other. */
async function besidePicture(ask: Asker, url: string, headers: Record<string, string>): Promise<Row[]> {
  const picture = await blackPng({ width: 10_900, height: 10_900, depth: 8, isInterlaced: false })
  const send = async () => {
    const form = new FormData()
    form.set('files', new File([new Uint8Array(picture)], 'wide.png', { type: 'image/png' }))
    const answer = await fetch(url, { method: 'POST', body: form, headers })
    if (!answer.ok) throw new Error(`The picture was answered ${answer.status} ${await answer.text()}`)
  }
  const reads = () => crowd(colleagues, ask, oursOf.detail)
  const disturbed = async () => {
    let isOver = false
    const sending = async () => {
      while (!isOver) await send()
    }
    const sent = sending()
    const times = await reads().finally(() => {
      isOver = true
    })
    await sent
    return times
  }
  const paired = await inPairs(disturbed, reads)
  return rowsOf(`${colleagues} readers beside one hostile picture`, 'without it', paired, { times: 2 })
}

interface Paired {
  ours: number[][]
  theirs: number[][]
}

async function inPairs(ours: () => Promise<number[]>, theirs: () => Promise<number[]>): Promise<Paired> {
  const paired: Paired = { ours: [], theirs: [] }
  for (let turn = 0; turn < turns; turn++) {
    paired.ours.push(await ours())
    paired.theirs.push(await theirs())
  }
  return paired
}

/** p50 and p95 of the turns' middle, with how far the turns' ratios lie apart: a wide spread says that the run is worth little. */
const rowsOf = (what: string, beside: string, { ours, theirs }: Paired, meets: { times: number }): Row[] =>
  [0.5, 0.95].map((share) => {
    const of = (turns: number[][]) => turns.map((times) => percentile(times, share))
    const [mine, floor] = [of(ours), of(theirs)]
    const refused = ours.flat().filter((ms) => ms === refusedMs).length
    const ratios = mine.map((ms, turn) => ms / (floor[turn] ?? Number.NaN))
    const apart = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    return {
      goal: 'P14',
      what: `${what}, p${share * 100} (turns ${apart} x${refused > 0 ? `, ${refused} turned away` : ''})`,
      ours: median(mine),
      unit: 'ms',
      beside,
      theirs: median(floor),
      ...(share === 0.95 ? { meets } : {}),
    }
  })
