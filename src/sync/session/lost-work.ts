import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { mirrored } from './unsent-mirror.ts'

/** How journal lines begin about a key that left the outbox by hand: discarded, taken back, or replaced by a new one. */
const byHand = /^(discard|taken|repair|kept|took)/

/**
 * How much of the mirrored work is missing in a database without unsent work, because the browser cleared it. The
 * mirror is written some moments after a change, so the journal says what the person ended since.
 */
export async function lostWork(db: DeviceDatabase): Promise<number> {
  // Read first: what another tab saves from here on is not among these keys.
  const { count, keys } = mirrored(db.name)
  return inTransaction(db, 'r', [db.outbox, db.receipts, db.journal], async (db) => {
    if ((await db.outbox.count()) > 0) return 0
    const receipts = await db.receipts.bulkGet(keys)
    const left = keys.filter((_, at) => !receipts[at])
    if (left.length === 0) return 0
    const lines = await db.journal.toArray()
    const ended = lines.filter(({ what }) => byHand.test(what)).map(({ facts }) => JSON.parse(facts).key)
    const missing = left.filter((key) => !ended.includes(key)).length
    return missing === keys.length ? count : missing
  })
}
