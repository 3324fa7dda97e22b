import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import type { Rows } from '../../src/db/rows.ts'

let db: DeviceDatabase
beforeEach(async () => {
  db = new DeviceDatabase(`list-keys-${crypto.randomUUID()}`)
  await db.open()
})
afterEach(() => db.delete())

const comment = (id: number, address_id: number) =>
  ({ id, address_id, unit_id: null, user_id: 1, content: `Comment ${id}` }) as Rows['comment']

test('rows of listed types are read by cursors as in a browser, and without their list entries', async () => {
  await db.rows('comment').bulkPut([comment(1, 7), comment(2, 8), comment(3, 9), comment(4, 7)])
  const found = await db.rows('comment').where('address_id').anyOf([7, 9]).toArray()
  expect(found.map(({ id }) => id)).toEqual([1, 4, 3])
  const filtered = await db
    .rows('comment')
    .filter(({ id }) => id > 2)
    .toArray()
  expect(filtered).toEqual([comment(3, 9), comment(4, 7)])
  const keys: unknown[] = []
  await db.rows('comment').each((row, { primaryKey }) => keys.push(primaryKey, row.id))
  expect(keys).toEqual([1, 1, 2, 2, 3, 3, 4, 4])
})
