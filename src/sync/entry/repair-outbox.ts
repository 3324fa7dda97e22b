import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { eachEntry } from './each-entry.ts'
import { note } from './journal.ts'
import { repaired } from './repair-entry.ts'

const looked = new WeakSet<DeviceDatabase>()

/** The numbers of the outbox rows that break the schema. */
export async function unsoundRows(db: DeviceDatabase, now: number): Promise<number[]> {
  const unsound: number[] = []
  await eachEntry(db, (row) => {
    if (repaired(row, now)) unsound.push(row.seq)
  })
  return unsound
}

/**
 * Checks the unsent work once after a database is opened. Rows that break the schema are repaired and held, and keep
 * every valid part. Nothing is dropped. `unsound`: their numbers, if they have already been read.
 */
export async function repairOutbox(db: DeviceDatabase, now: number, unsound?: readonly number[]): Promise<void> {
  if (looked.has(db)) return
  const rows = unsound ?? (await unsoundRows(db, now))
  if (rows.length > 0) await repairRows(db, rows, now)
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
