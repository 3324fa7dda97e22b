import { Dexie } from 'dexie'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import type { Rows } from '../../src/db/rows.ts'
import { type Listing, listRange } from '../../src/records/listing.ts'
import type { ListAnswers } from '../../src/sync/device/list-jobs.ts'
import type { WorkerJob, WorkerReply } from '../../src/sync/device/worker-job.ts'
import { emptyDevice, rowsRead } from '../harness/listed-rows.ts'
import { watchMethods } from '../harness/watch-methods.ts'

/** The worker's own scope: the test posts questions to it, and it posts answers back. */
class Scope extends EventTarget {
  readonly #waiting = new Map<number, (reply: WorkerReply) => void>()
  #jobs = 0

  postMessage(reply: WorkerReply): void {
    this.#waiting.get(reply.job)?.(reply)
  }

  ask<Kind extends keyof ListAnswers>(asked: ListAnswers[Kind]['asked']): Promise<ListAnswers[Kind]['answer']> {
    const job = ++this.#jobs
    const data: WorkerJob<ListAnswers[Kind]['asked']> = { job, asked }
    return new Promise((resolve, reject) => {
      this.#waiting.set(job, (reply) => {
        if ('failed' in reply) reject(new Error(reply.failed))
        else resolve(reply.answer as ListAnswers[Kind]['answer'])
      })
      this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }
}

let db: DeviceDatabase
let scope: Scope
beforeEach(async () => {
  db = await emptyDevice()
  scope = new Scope()
  vi.stubGlobal('indexedDB', Dexie.dependencies.indexedDB)
  vi.stubGlobal('IDBKeyRange', Dexie.dependencies.IDBKeyRange)
  vi.stubGlobal('self', scope)
  vi.resetModules()
  await import('../../src/worker/list-worker.ts')
  await db.rows('inspection').bulkPut([
    { id: 1, source: 'Complaint', address_id: 1, description: 'Weeds' },
    { id: 2, source: 'Business License', address_id: 1, description: 'Weeds' },
  ] as Rows['inspection'][])
  await scope.ask<'open'>({ kind: 'open', database: db.name, zone: 'America/New_York' })
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
})

const lists = { inspections: 'all', complaints: 'complaint' }

/** What each of the two lists shows of its row. */
const shown = async () => {
  const descriptions: unknown[] = []
  for (const name of ['inspections', 'complaints'] as const) {
    const listing: Listing = { type: 'inspection', ranges: [listRange(lists[name])] }
    const search = { text: '', person: '', from: '', to: '', code: '', narrow: '' }
    const question = { name, listing, search, sort: null }
    const { rows } = await scope.ask<'find'>({ kind: 'find', question, skip: 0, size: 10 })
    descriptions.push(...rows.map((it) => Reflect.get(it, 'description')))
  }
  return descriptions
}

/** Both lists are read; then both rows change while the browser aborts the next `times` transactions of the worker. */
async function changedDuringAborts(times: number): Promise<void> {
  expect(await shown()).toEqual(['Weeds', 'Weeds'])
  await db.rows('inspection').toCollection().modify({ description: 'Roof' })
  let left = times
  const unwatch = watchMethods([[IDBDatabase.prototype, ['transaction']]], (_target, _name, transaction) => {
    if (left-- > 0) queueMicrotask(() => Reflect.apply(Reflect.get(Object(transaction), 'abort'), transaction, []))
  })
  const ranges: [number, number][] = [[1, 2]]
  try {
    await scope.ask<'changed'>({ kind: 'changed', changes: [{ type: 'inspection', ranges }] }).catch(() => undefined)
  } finally {
    unwatch()
  }
}

test('an aborted read of changed rows is repeated, and no list is read anew for it', async () => {
  await changedDuringAborts(1)
  expect(await rowsRead(shown)).toEqual({ result: ['Roof', 'Roof'], read: 0 })
})

test('a list whose changed rows cannot be read is read anew; the other lists have the change all the same', async () => {
  await changedDuringAborts(3)
  expect(await shown()).toEqual(['Roof', 'Roof'])
})
