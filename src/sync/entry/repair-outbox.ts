import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { eachEntry } from './each-entry.ts'
import { repaired } from './entry-schema.ts'
import { note } from './journal.ts'

const looked = new WeakSet<DeviceDatabase>()

/** The places of rows in the outbox that no screen and no runner could read; none where it was looked at already. */
export async function unsoundRows(db: DeviceDatabase, now: number): Promise<number[]> {
  const unsound: number[] = []
  await eachEntry(db, (row) => {
    if (repaired(row, now)) unsound.push(row.seq)
  })
  return unsound
}

/**
 * Looks once through the unsent work of a database that was opened: rows that no screen and no runner could read are
 * written anew, held, with everything in them that is whole. Nothing is dropped. `unsound`: where that was read already.
 */
export async function repairOutbox(db: DeviceDatabase, now: number, unsound?: readonly number[]): Promise<void> {
  if (looked.has(db)) return
  const rows = unsound ?? (await unsoundRows(db, now))
  if (rows.length > 0) await repairRows(db, rows, now)
  looked.add(db)
}

/** Read again within the transaction that writes: a runner may have changed them since. */
const repairRows = (db: DeviceDatabase, seqs: readonly number[], now: number): Promise<void> =>
  inTransaction(db, 'rw', [db.outbox, db.journal], async (db) => {
    for (const row of await db.outbox.bulkGet([...seqs])) {
      const entry = row && repaired(row, now)
      if (!entry) continue
      await db.outbox.put(entry)
      await note(db, now, entry.damaged ? 'damaged, held' : 'mended', { seq: entry.seq, key: entry.key })
    }
  })
