import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'

/** Rows read at once. A long outbox is read in chunks, so that no task blocks the page. */
const pieceSize = 400

/**
 * Visits the whole outbox in the user's order, one entry at a time. Others may write between two chunks: a new entry
 * is at the end and will be visited; a deleted one may or may not have been visited.
 */
export async function eachEntry(db: DeviceDatabase, meet: (entry: OutboxEntry) => void): Promise<void> {
  for (let after = Number.NEGATIVE_INFINITY; ; ) {
    const piece = await db.outbox.where('seq').above(after).limit(pieceSize).toArray()
    for (const entry of piece) meet(entry)
    const last = piece.at(-1)
    if (!last || piece.length < pieceSize) return
    after = last.seq
  }
}

/** The whole outbox in the user's order. */
export async function wholeOutbox(db: DeviceDatabase): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  await eachEntry(db, (entry) => entries.push(entry))
  return entries
}
