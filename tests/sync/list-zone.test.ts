import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { listRange } from '../../src/records/listing.ts'
import type { ListAsked, ListFound } from '../../src/sync/device/list-jobs.ts'
import type { WorkerJob } from '../../src/sync/device/worker-job.ts'
import { fakeReact } from '../harness/fake-react.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

/** Answers each search with one row more in the second zone, as a night between two days would. */
const totals: Record<string, number> = { 'America/New_York': 1, 'America/Los_Angeles': 2 }
let workers: ZonedWorker[]

class ZonedWorker extends EventTarget {
  zone = ''
  isEnded = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage({ job, asked }: WorkerJob<ListAsked>): void {
    if (asked.kind === 'open') this.zone = asked.zone
    const found: ListFound = { rows: [], total: totals[this.zone] ?? 0, skip: 0, isWhole: true }
    const data = { job, answer: asked.kind === 'findFirst' ? found : null }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  terminate(): void {
    this.isEnded = true
  }
}

let db: DeviceDatabase
let react: ReturnType<typeof fakeReact>
let leave: () => void

beforeEach(async () => {
  workers = []
  react = fakeReact()
  db = await emptyDevice()
  vi.stubGlobal('Worker', ZonedWorker)
  vi.stubGlobal('location', new URL('http://town.test/'))
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.resetModules()
  vi.doMock('react', async () => ({ ...(await vi.importActual<object>('react')), ...react.hooks }))
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ device: { db } }) }))
  vi.doMock('../../src/sync/react/hooks.ts', () => ({ onSignalAgain: () => () => undefined }))
  vi.doMock('../../src/sync/react/live.ts', () => ({ useHasStarted: () => true, useIsStarted: () => true }))
  leave = (await import('../../src/sync/react/live-reads.ts')).letReadsRest(db)
})

afterEach(async () => {
  react.close()
  leave()
  ;(await import('../../src/sync/device/list-search.ts')).listSearchOf(db.name, '').close()
  db.close()
  vi.doUnmock('react')
  for (const it of ['engine', 'hooks', 'live']) vi.doUnmock(`../../src/sync/react/${it}.ts`)
  vi.unstubAllGlobals()
  vi.resetModules()
})

const question = {
  name: 'violations',
  listing: { type: 'violation', ranges: [listRange('status', 0)] },
  search: { text: 'weeds', person: '', from: '', to: '', code: '', narrow: '' },
  sort: null,
} as const

test('a list whose town gets another time zone is searched in that zone at once, without a reload', async () => {
  const { useFoundRows, useListSearch } = await import('../../src/sync/react/list-search.ts')
  const totalIn = (zone: string) =>
    react.render(() => useFoundRows(useListSearch(zone), { question, skip: 0, size: 50 })).found?.total
  await expect.poll(() => totalIn('America/New_York')).toBe(1)
  await expect.poll(() => totalIn('America/Los_Angeles')).toBe(2)
  expect(workers.map(({ zone, isEnded }) => ({ zone, isEnded }))).toEqual([
    { zone: 'America/New_York', isEnded: true },
    { zone: 'America/Los_Angeles', isEnded: false },
  ])
})

test('the answer that rests from before the change of the time zone is not shown after it', async () => {
  const { useListAnswer, useListSearch } = await import('../../src/sync/react/list-search.ts')
  const answerIn = (zone: string, name: string) =>
    react.render(() => useListAnswer(useListSearch(zone), name, (it) => it.findFirst(question, 50))).answer?.total
  await expect.poll(() => answerIn('America/New_York', 'found weeds')).toBe(1)
  // The list is left: its answer rests.
  answerIn('America/New_York', '')
  expect(answerIn('America/New_York', 'found weeds')).toBe(1)
  answerIn('America/New_York', '')
  // And after it is changed back: that answer has not followed the changes since.
  for (const [zone, total] of [
    ['America/Los_Angeles', 2],
    ['America/New_York', 1],
  ] as const) {
    const seen = new Set<number | undefined>()
    await expect
      .poll(() => {
        seen.add(answerIn(zone, 'found weeds'))
        return [...seen]
      })
      .toContain(total)
    expect([...seen]).toEqual([undefined, total])
    answerIn(zone, '')
  }
  expect(workers).toHaveLength(3)
})
