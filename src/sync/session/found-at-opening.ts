import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import { lostWork } from './lost-work.ts'
import type { Opening } from './seal/arrive.ts'
import { isAnythingSealed, openWaiting } from './seal/at-the-door.ts'
import { sealingOf } from './seal/sealing.ts'

/**
 * Reads what must be known of a person's database before a screen reads it. One transaction, because each read would
 * open its own.
 */
const foundAtOpening = ({ db }: Device) =>
  inTransaction(db, 'r', [db.outbox, db.meta, db.receipts], async (db) => {
    const [isSealed, unsent, lost, sealing] = await Promise.all([
      isAnythingSealed(db),
      wholeOutbox(db),
      lostWork(db),
      sealingOf(db),
    ])
    return { isSealed, unsent, lost, sealing }
  })

/** Opens sealed work, and reads the rest, before any screen reads the database. */
export async function openedAt(device: Device, password: string | null, onBug: (error: unknown) => void) {
  const found = await foundAtOpening(device)
  if (!found.isSealed) return { found, opening: 'opened' as const }
  const opening = await openWaiting(device, password).catch((error): Opening => {
    // The sealed copy stays whole, and everything else goes on.
    onBug(error)
    return 'damaged'
  })
  return { found: await foundAtOpening(device), opening }
}

/** Checks the unsent work that was found. Its schema is fetched only where there is any. */
export async function repairFound({ db, now }: Device, unsent: readonly OutboxEntry[]): Promise<void> {
  if (unsent.length === 0) return
  // If this code cannot be loaded, the runner checks before it sends.
  const repairs = await import('../entry/repair-outbox.ts').catch(() => undefined)
  await repairs?.repairOutbox(db, now(), unsent)
}
