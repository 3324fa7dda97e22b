import type { DeviceDatabase } from '../db/database.ts'
import { note } from './journal.ts'
import { mended } from './sound.ts'

/** Read in pieces, so that thousands of entries hold nothing up. */
const piece = 1_000

const looked = new WeakSet<DeviceDatabase>()

/**
 * Looks once through the unsent work of a database that was opened: rows that no screen and no runner could read are
 * written anew, held, with everything in them that is whole. Nothing is dropped.
 */
export async function mendOutbox(db: DeviceDatabase, now: number): Promise<void> {
  if (looked.has(db)) return
  for (let last = Number.NEGATIVE_INFINITY; ; ) {
    const rows = await db.outbox.where('seq').above(last).limit(piece).toArray()
    if (rows.some((row) => mended(row, now))) await mendRows(db, last, now)
    last = rows.at(-1)?.seq ?? last
    if (rows.length < piece) break
  }
  looked.add(db)
}

/** Read again within the transaction that writes: a runner may have changed them since. */
const mendRows = (db: DeviceDatabase, last: number, now: number): Promise<void> =>
  db.transaction('rw', db.outbox, db.journal, async () => {
    for (const row of await db.outbox.where('seq').above(last).limit(piece).toArray()) {
      const entry = mended(row, now)
      if (!entry) continue
      await db.outbox.put(entry)
      await note(db, now, entry.damaged ? 'damaged, held' : 'mended', { seq: entry.seq, key: entry.key })
    }
  })
