import { inTransaction } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'

/** Another runner has the lease now: this one must write nothing more (I15). */
export class StaleLease extends Error {
  override name = 'TakenOver'
}

/** The tables of a device by their names, as far as a fenced write needs less than all of them. */
type TableName = 'outbox' | 'ids' | 'meta'

/**
 * Runs `body` in one transaction over the named tables (with `meta`, where the epoch stands), unless a newer runner has
 * begun; `body` gets the device within it. Screens that read other tables do not wait for it.
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
