import { inTransaction } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'

/** Another runner has the lease now, so this one must not write any more (I15). */
export class StaleLease extends Error {
  override name = 'TakenOver'
}

/** The tables that a fenced write can name if it does not need all of them. */
type TableName = 'outbox' | 'ids' | 'meta'

/**
 * Runs `body` in one transaction over the named tables and `meta`, which holds the epoch, unless a newer runner has
 * started. `body` gets the device within the transaction. Screens that read other tables do not wait for it.
 */
export const fenced = <Result>(
  device: Device,
  epoch: number,
  tables: readonly TableName[] | 'all',
  body: (device: Device) => Promise<Result>,
): Promise<Result> => {
  const { db } = device
  const locked = tables === 'all' ? db.tables : [...new Set(['meta' as const, ...tables])].map((name) => db[name])
  return inTransaction(db, 'rw', locked, async (db) => {
    if ((await db.fact('epoch', 0)) !== epoch) throw new StaleLease()
    return body({ ...device, db })
  })
}
