import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { eachEntry } from './each-entry.ts'
import { note } from './journal.ts'
import { repaired } from './repair-entry.ts'

const looked = new WeakSet<DeviceDatabase>()

/**
 * Makes the next check read the whole outbox again. Call it after a failed run, which a row damaged since the last
 * check may have caused.
 */
export const checkAgain = (db: DeviceDatabase): void => {
  looked.delete(db)
}

/**
 * Checks the unsent work once after a database is opened, and again after `checkAgain`. Rows that break the schema are
 * repaired and held, and keep every valid part. Nothing is dropped. `entries`: the outbox, if it has already been read.
 */
export async function repairOutbox(db: DeviceDatabase, now: number, entries?: readonly OutboxEntry[]): Promise<void> {
  if (looked.has(db)) return
  const unsound: number[] = []
  const look = (row: OutboxEntry) => {
    if (repaired(row, now)) unsound.push(row.seq)
  }
  if (entries) for (const row of entries) look(row)
  else await eachEntry(db, look)
  if (unsound.length > 0) await repairRows(db, unsound, now)
  looked.add(db)
}

/** Read again inside the transaction that writes, because a runner may have changed them since. */
const repairRows = (db: DeviceDatabase, seqs: readonly number[], now: number): Promise<void> =>
  inTransaction(db, 'rw', [db.outbox, db.journal], async (db) => {
    for (const row of await db.outbox.bulkGet([...seqs])) {
      const entry = row && repaired(row, now)
      if (!entry) continue
      await db.outbox.put(entry)
      await note(db, now, entry.damaged ? 'damaged, held' : 'mended', { seq: entry.seq, key: entry.key })
    }
  })
