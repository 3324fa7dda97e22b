import 'fake-indexeddb/auto'
import { afterAll, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { earlierInRoom } from '../../src/parts/earlier-in-room.ts'

const db = new DeviceDatabase('earlier-in-room')
afterAll(() => db.delete())

const photo = (id: number, type = 'image/jpeg') => ({
  id,
  filename: `${id}.jpg`,
  url: `/files/${id}`,
  content_type: type,
})

/** Visits to 12 Elm Street and one elsewhere, each with a kitchen whose photo has the number of the visit. */
async function visits() {
  const made = [
    { id: 1, address_id: 1, created_at: '2026-01-05T10:00:00Z' },
    { id: 2, address_id: 1, created_at: '2026-06-05T10:00:00Z' },
    { id: 3, address_id: 1, created_at: '2026-11-05T10:00:00Z' },
    { id: 4, address_id: 2, created_at: '2026-10-05T10:00:00Z' },
  ]
  const rows = (name: 'inspection' | 'area' | 'observation') =>
    db.rows(name) as unknown as { bulkPut(rows: object[]): Promise<unknown> }
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
