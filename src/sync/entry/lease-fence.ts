import { inTransaction } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'

/** Another runner has the lease now: this one must write nothing more (I15). */
export class StaleLease extends Error {
  override name = 'TakenOver'
}

/** Runs `body` in one transaction over the device, unless a newer runner has begun; `body` gets the device within it. */
export const fenced = <Result>(
  device: Device,
  epoch: number,
  body: (device: Device) => Promise<Result>,
): Promise<Result> =>
  inTransaction(device.db, 'rw', device.db.tables, async (db) => {
    if ((await db.fact('epoch', 0)) !== epoch) throw new StaleLease()
    return body({ ...device, db })
  })
