import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import { lostWork } from './lost-work.ts'
import { isAnythingSealed } from './seal/at-the-door.ts'
import { sealingOf } from './seal/sealing.ts'

/**
 * Reads what must be known of a person's database before a screen reads it. One transaction, because each read would
 * open its own.
 */
export const foundAtOpening = ({ db }: Device) =>
  inTransaction(db, 'r', [db.outbox, db.meta, db.receipts], async (db) => {
    const [isSealed, unsent, lost, sealing] = await Promise.all([
      isAnythingSealed(db),
      wholeOutbox(db),
      lostWork(db),
      sealingOf(db),
    ])
    return { isSealed, unsent, lost, sealing }
  })

/** Checks the unsent work that was found. Its schema is fetched only where there is any. */
export async function repairFound({ db, now }: Device, unsent: readonly OutboxEntry[]): Promise<void> {
  if (unsent.length === 0) return
  // If this code cannot be loaded, the runner checks before it sends.
  const repairs = await import('../entry/repair-outbox.ts').catch(() => undefined)
  await repairs?.repairOutbox(db, now(), unsent)
}
