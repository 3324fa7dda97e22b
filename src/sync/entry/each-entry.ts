import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'

/** Rows read at once: a long outbox is read in pieces, so that no task blocks the page. */
const pieceSize = 400

/**
 * The whole outbox in the user's order, an entry at a time. Others may write between two pieces: a new
 * entry is at the end and will be visited, a removed one may or may not have been.
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

/** All of the outbox in the user's order. */
export async function wholeOutbox(db: DeviceDatabase): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = []
  await eachEntry(db, (entry) => entries.push(entry))
  return entries
}
