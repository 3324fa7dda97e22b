import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import type { Receipt } from '../../src/db/outbox.ts'
import { latestReceipt } from '../../src/sync/entry/receipts.ts'
import { emptyDevice, rowsRead } from '../harness/listed-rows.ts'

let db: DeviceDatabase
beforeEach(async () => {
  db = await emptyDevice()
})
afterEach(() => db.delete())

const receipt = (tick: number, seq: number, touches: Receipt['touches']): Receipt => ({
  ...{ key: `${tick}/${seq}`, command: 'a command', how: 'answer', at: tick, madeId: null, words: '' },
  ...{ tick, seq, touches },
})

test('the newest receipt of a record’s work is found among thousands, and only those are read', async () => {
  await db.receipts.bulkPut([
    ...Array.from({ length: 3_000 }, (_, n) => receipt(n, n, [`area:${10 + n}`])),
    receipt(40, 2, ['inspection:1', 'area:3']),
    receipt(40, 3, ['inspection:1']),
    receipt(7, 9, ['inspection:1']),
  ])
  const newest = (fits: (it: Receipt) => boolean) => latestReceipt(db, 'inspection:1', fits)
  const { result, read } = await rowsRead(() => newest(() => true))
  expect([result?.key, read]).toEqual(['40/3', 3])
  expect((await newest((it) => it.touches.length > 1))?.key).toBe('40/2')
  expect((await newest((it) => it.at < 40))?.key).toBe('7/9')
  expect(await newest(() => false)).toBeUndefined()
  expect(await latestReceipt(db, 'inspection:2', () => true)).toBeUndefined()
})

test('work that later work has replaced was never sent, so its receipt does not count', async () => {
  await db.receipts.bulkPut([receipt(1, 1, ['inspection:1']), { ...receipt(2, 2, ['inspection:1']), how: 'replaced' }])
  expect((await latestReceipt(db, 'inspection:1', () => true))?.key).toBe('1/1')
})
