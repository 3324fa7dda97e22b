import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import type { Opening } from './seal/arrive.ts'
import { isAnythingSealed, openWaiting } from './seal/at-the-door.ts'
import { sealingOf } from './seal/sealing.ts'
import { mirrored } from './unsent-mirror.ts'

/**
 * Reads what must be known of a person's database before a screen reads it. One transaction, because each read would
 * open its own.
 */
const foundAtOpening = ({ db }: Device) =>
  inTransaction(db, 'r', [db.outbox, db.meta, db.receipts], async (db) => {
    const [isSealed, unsent, sealing, receipts] = await Promise.all([
      isAnythingSealed(db),
      wholeOutbox(db),
      sealingOf(db),
      db.receipts.bulkGet(mirrored(db.name).keys),
    ])
    // Sealed work is not lost: it waits to be opened.
    return { unsent, sealing, isSealed, mayLack: !isSealed && unsent.length === 0 && receipts.includes(undefined) }
  })

type Found = Awaited<ReturnType<typeof foundAtOpening>>

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

/** How much of the mirrored work is lost. The code that finds out is fetched only where some of it may be. */
export async function lostIn(db: DeviceDatabase, { mayLack }: Pick<Found, 'mayLack'>) {
  if (!mayLack) return 0
  const code = await import('./lost-work.ts').catch(() => undefined)
  // Without this code it is better to report work that was sent than to hide that work was lost.
  return code?.lostWork(db) ?? mirrored(db.name).count
}

/** Checks the unsent work that was found. Its schema is fetched only where there is any. */
export async function repairFound({ db, now }: Device, unsent: readonly OutboxEntry[]): Promise<void> {
  if (unsent.length === 0) return
  // If this code cannot be loaded, the runner checks before it sends.
  const repairs = await import('../entry/repair-outbox.ts').catch(() => undefined)
  await repairs?.repairOutbox(db, now(), unsent)
}
