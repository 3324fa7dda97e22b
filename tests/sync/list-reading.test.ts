import { Dexie } from 'dexie'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { answerOf, connectionTo, transactionOn, within } from '../../src/db/raw-database.ts'
import type { Rows } from '../../src/db/rows.ts'
import type { ListSearch } from '../../src/records/list-index.ts'
import { idsOfListing, type Listing, listingName, listRange } from '../../src/records/listing.ts'
import { ListReading, type Reader } from '../../src/worker/list-reading.ts'
import { held } from '../harness/held.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

const open: ListSearch = { text: '', person: '', from: '', to: '', code: '', narrow: '' }
const all: Listing = { type: 'violation', ranges: [listRange('all')] }
const inAll = (reading: ListReading) => reading.idsOf(listingName(all))

let db: DeviceDatabase
let reader: Reader
beforeEach(async () => {
  db = await emptyDevice()
  vi.stubGlobal('indexedDB', Dexie.dependencies.indexedDB)
  vi.stubGlobal('IDBKeyRange', Dexie.dependencies.IDBKeyRange)
  reader = (stores, act) => within(db.name, stores, 'readonly', act)
})
afterEach(() => {
  db.close()
  vi.unstubAllGlobals()
})

// Only what a list looks at.
const violation = (id: number, more: Partial<Rows['violation']> = {}) =>
  ({
    id,
    violation_type: 'doorhanger',
    status: 0,
    address_id: 1 + (id % 3),
    user_id: 1,
    description: id % 7 === 0 ? 'Roof' : 'Weeds',
    created_at: new Date(Date.UTC(2026, 0, 1) + (id % 500) * 3_600_000).toISOString(),
    ...more,
  }) as Rows['violation']

async function filled(count: number): Promise<ListReading> {
  await db.rows('violation').bulkPut(Array.from({ length: count }, (_, at) => violation(at + 1)))
  await db.rows('address').bulkPut([
    { id: 1, combadd: '12 ELM STREET' },
    { id: 2, combadd: '7 OAK LANE' },
  ] as Rows['address'][])
  return new ListReading('violations', 'America/New_York', reader)
}

const readAll = async (reading: ListReading) => {
  while (!reading.isWhole) await reading.readSome()
}

const listedIds = () =>
  idsOfListing(all, ({ from, to }) =>
    db.rows('violation').where('listKeys').between(from, to, true, true).primaryKeys(),
  )

test('what is found among the rows read so far is the beginning of what is found among all', async () => {
  const reading = await filled(1_200)
  await reading.readSome()
  expect(reading.isWhole).toBe(false)
  const search = { ...open, text: 'roof' }
  const first = reading.index.find(reading.index.known(await listedIds()), search, null)
  expect(first.length).toBeGreaterThan(10)
  expect(reading.index.find(inAll(reading) ?? [], search, null)).toEqual(first)
  await readAll(reading)
  const whole = reading.index.find(await listedIds(), search, null)
  expect(whole).toHaveLength(171)
  expect(whole.slice(0, first.length)).toEqual(first)
  expect(inAll(reading)).toEqual(await listedIds())
})

test('a row that is changed or deleted while others are still read is found as it is now', async () => {
  const reading = await filled(1_200)
  await reading.readSome()
  const [newest = 0, second = 0] = inAll(reading) ?? []
  await db.rows('violation').put(violation(newest, { description: 'Fence' }))
  await db.rows('violation').delete(second)
  await db.rows('violation').put(violation(5_000, { description: 'Fence', created_at: '2020-01-01T00:00:00Z' }))
  await reading.follow('violation', [
    [newest, newest],
    [second, second],
    [5_000, 5_000],
  ])
  expect(inAll(reading)).toBeNull()
  await readAll(reading)
  const found = reading.index.find(await listedIds(), { ...open, text: 'fence' }, null)
  expect(found).toEqual([newest, 5_000])
  expect(reading.index.find(await listedIds(), open, null)).toHaveLength(1_200)
})

test('cells show the address that a row names as it is now; rows of other lists of the type are read too', async () => {
  const reading = await filled(60)
  await readAll(reading)
  const elm = { ...open, text: 'elm' }
  expect(reading.index.find(await listedIds(), elm, null)).toHaveLength(20)
  await db.rows('address').put({ id: 1, combadd: '14 BIRCH ROAD' } as Rows['address'])
  await db.rows('address').put({ id: 3, combadd: '3 ELM STREET' } as Rows['address'])
  await reading.follow('address', [[1, 3]])
  expect(reading.index.find(await listedIds(), { ...open, text: 'birch' }, null)).toHaveLength(20)
  expect(reading.index.find(await listedIds(), elm, null)).toHaveLength(20)

  const rows = [
    { id: 1, source: 'Complaint' },
    { id: 2, source: 'Business License' },
  ] as Rows['inspection'][]
  await db.rows('inspection').bulkPut(rows)
  for (const name of ['inspections', 'complaints'] as const) {
    const other = new ListReading(name, 'America/New_York', reader)
    await readAll(other)
    expect(other.index.known([1, 2])).toEqual([1, 2])
  }
})

test.each(['violation', 'address'] as const)(
  'a changed %s is found as it is now, even if its old row was just read',
  async (type) => {
    const reading = await filled(60)
    const [newest = 0] = await listedIds()
    const isRead = held()
    const isChanged = held()
    const running = reading.readSome(async (stores, act) => {
      const rows = await reader(stores, act)
      if (stores.includes(type)) {
        isRead.end()
        await isChanged.work()
      }
      return rows
    })
    await isRead.work()
    if (type === 'violation') await db.rows(type).put(violation(newest, { description: 'Fence' }))
    else await db.rows(type).bulkPut([1, 2, 3].map((id) => ({ id, combadd: '5 FENCE ROW' })) as Rows['address'][])
    await reading.follow(type, [[1, newest]])
    isChanged.end()
    await running
    await readAll(reading)
    const found = reading.index.find(await listedIds(), { ...open, text: 'fence' }, null)
    expect(found).toHaveLength(type === 'violation' ? 1 : 60)
  },
)

test('a database can be deleted while a list of it is read', async () => {
  await filled(60)
  const connection = await connectionTo(db.name)
  const running = transactionOn(connection, ['violation'], 'readonly', (store) => answerOf(store('violation').count()))
  await db.delete()
  expect(await running).toBe(60)
  expect(await Dexie.exists(db.name)).toBe(false)
  expect(() => transactionOn(connection, ['violation'], 'readonly', async () => null)).toThrow()
})
