import { inTransaction } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'
import { unsoundRows } from '../entry/repair-outbox.ts'
import { lostWork } from './lost-work.ts'
import { isAnythingSealed } from './seal/at-the-door.ts'
import { sealingOf } from './seal/sealing.ts'

/**
 * What must be known of a person's database before a screen reads it. One transaction, because each read would open
 * its own.
 */
export const foundAtOpening = ({ db, now }: Device) =>
  inTransaction(db, 'r', [db.outbox, db.meta, db.receipts], async (db) => {
    const [isSealed, unsound, lost, sealing] = await Promise.all([
      isAnythingSealed(db),
      unsoundRows(db, now()),
      lostWork(db),
      sealingOf(db),
    ])
    return { isSealed, unsound, lost, sealing }
  })
