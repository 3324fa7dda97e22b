import { IDBObjectStore } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '../../src/db/in-transaction.ts'
import { addArea, areasOfInspection } from '../../src/records/area.ts'
import { addObservation, observationsOfArea } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof smallTown>>
beforeAll(async () => {
  town = await office()
  place = await smallTown(town)
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

/** Steps of a running promise in which nothing is asked of the database; Dexie follows a hundred. */
const idle = async (steps: number) => {
  for (let n = 0; n < steps; n++) await null
}

test('a transaction holds together over many steps that ask nothing of the database', async () => {
  const { db } = phone
  const failing = inTransaction(db, 'rw', [db.meta], async (db) => {
    await db.setFact('first', 1)
    await idle(500)
    await db.setFact('second', await db.fact('first', 0))
    await idle(500)
    throw new Error('In the middle')
  })
  await expect(failing).rejects.toThrow('In the middle')
  expect(await db.facts({ first: 0, second: 0 })).toEqual({ first: 0, second: 0 })
})

test('a transaction within a transaction joins it, and a table that was not named is refused', async () => {
  const { db } = phone
  await inTransaction(db, 'rw', [db.meta], async (outer) => {
    await idle(500)
    await inTransaction(outer, 'rw', [outer.meta], async (inner) => {
      await inner.setFact('first', 1)
      expect(inner).toBe(outer)
      expect(inner.tables.map((it) => it.name)).toEqual(['meta'])
    })
    expect(() => outer.outbox).toThrow(/not part of this transaction/)
    expect(() => outer.anyRows('area')).toThrow(/not part of this transaction/)
  })
  expect(await db.fact('first', 0)).toBe(1)
})

test('a fact is read once in a transaction that only reads, and each time in one that writes', async () => {
  const { db } = phone
  await db.setFact('first', 1)
  const get = vi.spyOn(IDBObjectStore.prototype, 'get')
  const three = (view: typeof db) => Promise.all([view.fact('first', 0), view.fact('first', 0), view.fact('none', 7)])
  expect(await inTransaction(db, 'r', [db.meta], three)).toEqual([1, 1, 7])
  expect(get).toHaveBeenCalledTimes(2)
  await inTransaction(db, 'rw', [db.meta], async (view) => {
    expect(await three(view)).toEqual([1, 1, 7])
    await view.setFact('first', 2)
    expect(await view.fact('first', 0)).toBe(2)
  })
  // The next transaction knows nothing of the one before.
  expect(await inTransaction(db, 'r', [db.meta], three)).toEqual([2, 2, 7])
  get.mockRestore()
})

test('I10 a list that comes in while forty new records are on their way is stored in one transaction', async () => {
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await phone.drain()
  await pull(phone, areasOfInspection(place.inspectionId))
  const areaId = (await phone.db.rows('area').toArray())[0]!.id
  phone.signal.off()
  for (let n = 1; n <= 40; n++)
    await perform(
      phone,
      addObservation,
      { areaId },
      { content: `Seen ${n}`, potentialvio: false, user_id: 1, codes: [] },
    )
  // As a runner in another tab has just marked them.
  await phone.db.outbox.toCollection().modify({ state: 'sending' })
  phone.signal.on()
  await pull(phone, observationsOfArea(areaId))
  expect(await phone.db.pulls.count()).toBe(2)
  expect(await phone.db.rows('observation').count()).toBe(40)
})
