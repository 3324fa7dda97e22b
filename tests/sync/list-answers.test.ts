import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { listRange } from '../../src/records/listing.ts'
import type { ListAsked, ListFound } from '../../src/sync/device/list-jobs.ts'
import { ListSearch } from '../../src/sync/device/list-search.ts'
import type { WorkerJob } from '../../src/sync/device/worker-job.ts'
import { type Following, followNamed, letReadsRest, liveResult } from '../../src/sync/react/live-reads.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

/**
 * The workers that were started; each answers at once, and each find with the number of finds so far. A file is ready
 * only when the test says so.
 */
let workers: AnsweringWorker[] = []
let finds = 0
let writeFile: () => void = () => undefined

class AnsweringWorker extends EventTarget {
  readonly asked: ListAsked['kind'][] = []
  isEnded = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage({ job, asked }: WorkerJob<ListAsked>): void {
    this.asked.push(asked.kind)
    if (asked.kind === 'find') finds += 1
    const found: ListFound = { rows: [], total: finds, skip: 0, isWhole: true }
    const answer = asked.kind === 'find' ? found : null
    const tell = () => this.dispatchEvent(new MessageEvent('message', { data: { job, answer } }))
    if (asked.kind === 'csv') writeFile = tell
    else queueMicrotask(tell)
  }

  terminate(): void {
    this.isEnded = true
  }
}

let db: DeviceDatabase
let search: ListSearch
let leave: () => void

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Worker', AnsweringWorker)
  vi.stubGlobal('location', new URL('http://town.test/'))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  workers = []
  finds = 0
  db = await emptyDevice()
  leave = letReadsRest(db)
  search = new ListSearch(db.name, 'America/New_York')
})

afterEach(() => {
  leave()
  search.close()
  db.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const question = {
  name: 'violations',
  listing: { type: 'violation', ranges: [listRange('status', 0)] },
  search: { text: 'weeds', person: '', from: '', to: '', code: '', narrow: '' },
  sort: null,
} as const

/** A screen that shows an answer of the worker: the totals that it has shown. */
function screen() {
  const seen: number[] = []
  const stopKeeping = search.keep()
  const following: Following = (read, next, failed) => search.follow(read, next, failed)
  const stop = followNamed(
    db,
    'found weeds',
    () => search.find(question, 0, 50),
    (it) => seen.push(it.total),
    (error) => {
      throw error
    },
    following,
  )
  return {
    seen,
    close: () => {
      stop()
      stopKeeping()
    },
  }
}

const violationChanges = (id = 1) => db.rows('violation').put({ id } as never)
const isResting = () => liveResult(db, 'found weeds') !== undefined

test('a list that is opened again has its answer at once, and the worker is not asked', async () => {
  const first = screen()
  await expect.poll(() => first.seen).toEqual([1])
  first.close()
  const again = screen()
  expect(again.seen).toEqual([1])
  await violationChanges()
  await expect.poll(() => again.seen).toEqual([1, 2])
  again.close()
})

test('a change while no screen shows the answer ends its rest, and nothing is asked', async () => {
  const first = screen()
  await expect.poll(() => first.seen).toEqual([1])
  first.close()
  await violationChanges()
  await expect.poll(isResting).toBe(false)
  expect(finds).toBe(1)
  const again = screen()
  expect(again.seen).toEqual([])
  await expect.poll(() => again.seen).toEqual([2])
  again.close()
})

test('the answer outlives the worker, which ends a minute after the last list; a change then still ends its rest', async () => {
  const first = screen()
  await expect.poll(() => first.seen).toEqual([1])
  first.close()
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => workers[0]?.isEnded).toBe(true)
  expect(isResting()).toBe(true)
  await violationChanges()
  await expect.poll(isResting).toBe(false)
  expect(workers).toHaveLength(1)
})

test('a list that shows an old answer without a worker follows a change with a new worker', async () => {
  const first = screen()
  await expect.poll(() => first.seen).toEqual([1])
  first.close()
  vi.advanceTimersByTime(60_000)
  const again = screen()
  expect(again.seen).toEqual([1])
  await violationChanges()
  await expect.poll(() => again.seen).toEqual([1, 2])
  expect(workers.map((it) => it.isEnded)).toEqual([true, false])
  again.close()
})

test('the worker runs as long as one list keeps it, and a list that opens within the minute keeps it too', async () => {
  const [first, second] = [screen(), screen()]
  await expect.poll(() => first.seen).toEqual([1])
  first.close()
  vi.advanceTimersByTime(120_000)
  second.close()
  vi.advanceTimersByTime(59_000)
  const third = screen()
  vi.advanceTimersByTime(120_000)
  expect(workers.map((it) => it.isEnded)).toEqual([false])
  third.close()
})

test('the worker also ends if a list was only opened', async () => {
  search.read('violations', question.listing)
  await expect.poll(() => workers[0]?.asked).toEqual(['open', 'read'])
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => workers[0]?.isEnded).toBe(true)
})

test('a file that is still written when its list was left is finished first', async () => {
  const first = screen()
  await expect.poll(() => first.seen).toEqual([1])
  const file = search.csv(question, ['Address'])
  await expect.poll(() => workers[0]?.asked.at(-1)).toBe('csv')
  first.close()
  vi.advanceTimersByTime(120_000)
  writeFile()
  await expect(file).resolves.toBeNull()
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => workers[0]?.isEnded).toBe(true)
})

test('an answer from before a change does not replace the one from after it', async () => {
  const answers: ((total: number) => void)[] = []
  const seen: number[] = []
  const ask = () => new Promise<number>((resolve) => answers.push(resolve))
  const stop = search.follow(
    ask,
    (it) => seen.push(it),
    () => seen.push(-1),
  )
  search.read('violations', question.listing)
  await expect.poll(() => workers[0]?.asked).toEqual(['open', 'read'])
  await violationChanges()
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(2)
  await expect.poll(() => seen).toEqual([2])
  answers[0]?.(1)
  await Promise.resolve()
  expect(seen).toEqual([2])
  stop()
})
