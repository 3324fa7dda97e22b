import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import { DeviceDatabase } from '../../src/db/database.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { queryName } from '../../src/records/query.ts'
import {
  beginArrival,
  beginStart,
  endStart,
  isFirstStart,
  isReading,
  isStarting,
  readAhead,
  readAheadAtStart,
  readAtStart,
  started,
  watchReads,
  watchStart,
} from '../../src/sync/device/start.ts'
import { readFirstRows } from '../../src/sync/react/first-rows.ts'

let db: DeviceDatabase
beforeEach(async () => {
  db = new DeviceDatabase(`start-${crypto.randomUUID()}`)
  await db.open()
  await db.setFact('a', 1)
  await db.packs.put({ name: 'rooms', ready: true, at: 5, problem: null })
})
afterEach(async () => {
  endStart()
  await db.delete()
})

/** The transactions that are opened from now on. */
async function countTransactions() {
  // The library keeps hold of the function as the database is opened.
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  db.close()
  await db.open()
  transaction.mockClear()
  return transaction
}

test('reads of many parts of a screen in one task are one transaction, and reach all of them at once', async () => {
  const transaction = await countTransactions()
  const arrived: unknown[] = []
  const inOneTask = new Set<number>()
  let task = 0
  const deliver = (result: unknown) => {
    arrived.push(result)
    inOneTask.add(task)
  }
  const ticking = setInterval(() => task++, 0)
  await new Promise<void>((resolve) => {
    readAtStart(db, (it) => it.fact('a', 0), deliver)
    readAtStart(db, async (it) => (await it.packs.toArray()).map(({ name }) => name), deliver)
    readAtStart(
      db,
      async (it) => [await it.fact('a', 0), await it.fact('none', 7)],
      (result) => {
        deliver(result)
        resolve()
      },
    )
  })
  clearInterval(ticking)
  expect(arrived).toEqual([1, ['rooms'], [1, 7]])
  expect(inOneTask.size).toBe(1)
  expect(transaction.mock.calls.map(([, mode]) => mode)).toEqual(['readonly'])
  transaction.mockRestore()
})

test('a read that fails delivers nothing and takes nothing from the others', async () => {
  const failed = vi.fn()
  const found = await new Promise((resolve) => {
    readAtStart(db, () => Promise.reject(new Error('A row that nobody can read')), failed)
    readAtStart(db, (it) => it.fact('a', 0), resolve)
  })
  expect(found).toBe(1)
  expect(failed).not.toHaveBeenCalled()
})

test('what a screen asks for when it renders its first results is read in the same transaction, step by step', async () => {
  const transaction = await countTransactions()
  const rendered: unknown[] = []
  beginStart((deliver) => {
    rendered.push('begins')
    deliver()
    rendered.push('ends')
  })
  const found = await new Promise((resolve) => {
    readAtStart(
      db,
      async () => 'rooms',
      (name) => {
        rendered.push(name)
        readAtStart(
          db,
          (it) => it.packs.get(name),
          (pack) => {
            rendered.push(pack?.at)
            readAtStart(db, (it) => it.fact('a', 0), resolve)
          },
        )
      },
    )
  })
  beginStart((deliver) => deliver())
  expect(found).toBe(1)
  expect(rendered).toEqual(['begins', 'rooms', 'ends', 'begins', 5, 'ends', 'begins', 'ends'])
  expect(transaction).toHaveBeenCalledTimes(1)
  transaction.mockRestore()
})

test('an error of the page while it renders is reported, and the reads of the screen go on', async () => {
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const reported = new Promise((resolve) => process.once('unhandledRejection', resolve))
  readAtStart(
    db,
    (it) => it.fact('a', 0),
    () => {
      throw new Error('A page that cannot be rendered')
    },
  )
  expect(await reported).toEqual(new Error('A page that cannot be rendered'))
  for (const it of others) process.on('unhandledRejection', it)
  expect(isReading()).toBe(false)
  expect(await new Promise((resolve) => readAtStart(db, (it) => it.fact('a', 0), resolve))).toBe(1)
})

test('what a component does beside its reads while it renders is not part of their transaction', async () => {
  let writing: Promise<unknown> | undefined
  beginStart((deliver) => deliver())
  await new Promise<void>((resolve) => {
    readAtStart(
      db,
      (it) => it.fact('a', 0),
      () => {
        writing = db.setFact('a', 2)
        resolve()
      },
    )
  })
  await writing
  expect(await db.fact('a', 0)).toBe(2)
})

test('the rows of a record are read before its screen renders, by the record’s newest number', async () => {
  const row = { id: 7, source: 'Complaint', status: 'Pending' } as Inspection
  await db.rows('inspection').put(row)
  await db.ids.put({ type: 'inspection', local: -3, server: 7 })
  // A slow device comes to it only after the arrival has ended.
  await readFirstRows(db, [inspectionById(-3)])
  expect(readAhead(queryName(inspectionById(-3)))).toEqual({ result: [row] })
  endStart()
  expect(readAhead(queryName(inspectionById(-3)))).toBe(undefined)
  beginStart()
  await readFirstRows(db, [inspectionById(-3), inspectionById(8)])
  expect(readAhead(queryName(inspectionById(-3)))).toEqual({ result: [row] })
  expect(readAhead(queryName(inspectionById(8)))).toEqual({ result: [] })
})

test('what a screen asks for after its first reads is read ahead in the same transaction, until the screen is live', async () => {
  beginStart()
  const transaction = await countTransactions()
  const known = await new Promise((resolve) => {
    readAheadAtStart(db, async (it, resultOf) => {
      const name = await resultOf('the name')
      return new Map([['the next read', await it.packs.get(String(name))]])
    })
    // Asked for by another component of the screen, which may come later.
    const deliver = () => resolve(readAhead('the next read'))
    readAtStart(db, async () => 'rooms', vi.fn(), 'the name')
    readAtStart(db, (it) => it.fact('a', 0), deliver)
  })
  expect(known).toMatchObject({ result: { name: 'rooms', ready: true } })
  expect(readAhead('another read')).toBe(undefined)
  expect(transaction).toHaveBeenCalledTimes(1)
  endStart()
  expect(readAhead('the next read')).toBe(undefined)
  transaction.mockRestore()
})

test('what was read ahead arrives too late for a screen that is live, and is not kept for the next one', async () => {
  beginStart()
  const arrived = new Promise((resolve) => {
    readAheadAtStart(db, async () => new Map([['the next read', 'of before']]))
    readAtStart(db, (it) => it.fact('a', 0), resolve)
  })
  endStart()
  await arrived
  beginStart()
  expect(readAhead('the next read')).toBe(undefined)
})

test('work that waits for the first screen runs when it is live, and at once if no app is starting', async () => {
  await started()
  beginStart()
  expect(isStarting()).toBe(true)
  const live = vi.fn()
  const unwatched = vi.fn()
  void started().then(live)
  watchStart(live)
  watchStart(unwatched)()
  await new Promise((resolve) => setTimeout(resolve))
  expect(live).not.toHaveBeenCalled()
  endStart()
  await started()
  expect(live).toHaveBeenCalledTimes(2)
  expect(unwatched).not.toHaveBeenCalled()
  expect(isStarting()).toBe(false)
})

test('only the first screen is the first start: a later one may ask a worker at once', () => {
  expect(isFirstStart()).toBe(false)
  beginStart()
  expect(isFirstStart()).toBe(true)
  endStart()
  beginArrival()
  expect([isStarting(), isFirstStart()]).toEqual([true, false])
})

test('listeners learn when the device has answered all reads, also after a read that fails', async () => {
  const told = vi.fn()
  const unwatch = watchReads(told)
  const answered = new Promise((resolve) => readAtStart(db, (it) => it.fact('a', 0), resolve))
  readAtStart(db, () => Promise.reject(new Error('A row that nobody can read')), vi.fn())
  expect(isReading()).toBe(true)
  await answered
  await vi.waitFor(() => expect(isReading()).toBe(false))
  expect(told).toHaveBeenCalledTimes(1)
  unwatch()
  await new Promise((resolve) => readAtStart(db, (it) => it.fact('a', 0), resolve))
  expect(told).toHaveBeenCalledTimes(1)
})
