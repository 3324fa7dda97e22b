import 'fake-indexeddb/auto'
import { afterAll, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { earlierInRoom, roomOf } from '../../src/parts/earlier-in-room.ts'

const db = new DeviceDatabase('earlier-in-room')
afterAll(() => db.delete())

const photo = (id: number, type = 'image/jpeg') => ({
  id,
  filename: `${id}.jpg`,
  url: `/files/${id}`,
  content_type: type,
})

const rows = (name: 'inspection' | 'area' | 'observation') =>
  db.rows(name) as unknown as { bulkPut(rows: object[]): Promise<unknown> }

/** Visits to 12 Elm Street and one elsewhere, each with a kitchen whose photo has the number of the visit. */
async function visits() {
  const made = [
    { id: 1, address_id: 1, created_at: '2026-01-05T10:00:00Z', status: 'Completed' },
    { id: 2, address_id: 1, created_at: '2026-06-05T10:00:00Z', status: 'Under Review' },
    { id: 3, address_id: 1, created_at: '2026-11-05T10:00:00Z', status: 'In Progress' },
    { id: 4, address_id: 2, created_at: '2026-10-05T10:00:00Z', status: 'Completed' },
  ]
  await rows('inspection').bulkPut(made)
  await rows('area').bulkPut([
    ...made.map(({ id }) => ({ id, inspection_id: id, name: id === 1 ? ' kitchen' : 'Kitchen', unit_id: null })),
    { id: 11, inspection_id: 2, name: 'Kitchen', unit_id: 7 },
    { id: 12, inspection_id: 2, name: 'Bathroom', unit_id: null },
  ])
  await rows('observation').bulkPut(
    [1, 2, 3, 4, 11, 12].map((id) => ({
      id,
      area_id: id,
      created_at: '2026-06-05T11:00:00Z',
      photos: [photo(id), photo(100 + id, 'application/pdf')],
    })),
  )
}

test('the earlier photos of an area are those of the same room and unit at the same address, the newest visit first', async () => {
  await visits()
  const seen = await earlierInRoom(db, 3)
  expect(seen.map(({ server }) => server?.id)).toEqual([2, 1])
  // There is no other photo of the unit's kitchen.
  expect(await earlierInRoom(db, 11)).toEqual([])
  expect(await earlierInRoom(db, -5)).toEqual([])
})

test('the photos of a later visit are not earlier ones', async () => {
  await visits()
  const seen = await earlierInRoom(db, 2)
  expect(seen.map(({ server }) => server?.id)).toEqual([1])
  expect(await earlierInRoom(db, 1)).toEqual([])
})

test('a visit that was made before this one is earlier, also if its inspection was made later', async () => {
  await visits()
  await rows('inspection').bulkPut([
    { id: 3, address_id: 1, created_at: '2025-11-05T10:00:00Z', status: 'In Progress' },
    {
      id: 2,
      address_id: 1,
      created_at: '2025-12-05T10:00:00Z',
      status: 'Completed',
      status_at: '2026-06-05T10:00:00Z',
    },
  ])
  expect((await earlierInRoom(db, 3)).map(({ server }) => server?.id)).toEqual([2, 1])
})

test('the office is asked for the photos of the last visit before this one that took place', async () => {
  await visits()
  const plan = { address_id: 1, source: 'Multifamily License', created_at: '2026-08-05T10:00:00Z' }
  await rows('inspection').bulkPut([
    { ...plan, id: 5 },
    { ...plan, id: 6, status: 'scheduled' },
    { ...plan, id: 7, status: 'Cancelled' },
    { ...plan, id: 8, source: 'Complaint', status: 'Violation Found' },
    // The next visit is planned while this one is conducted.
    { ...plan, id: 9, status: 'Scheduled', created_at: '2026-11-05T10:30:00Z' },
  ])
  expect(await roomOf(db, 3)).toEqual({ addressId: 1, before: 2, same: 2 })
  // Not known here, but it has taken place.
  await rows('inspection').bulkPut([{ ...plan, id: 10, status: 'Completed' }])
  expect(await roomOf(db, 3)).toEqual({ addressId: 1, before: 10, same: undefined })
})
