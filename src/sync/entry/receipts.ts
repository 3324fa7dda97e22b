import type { DeviceDatabase } from '../../db/database.ts'
import type { Receipt, RowName } from '../../db/outbox.ts'

/** Settle transactions read at once. A batch has a hundred receipts at most. */
const ticksAtOnce = 10

/**
 * The receipts since a moment, newest first, at most `atMost`. Receipts are kept for ever, so they are read backwards
 * until a whole chunk is older.
 */
export async function receiptsSince(
  db: DeviceDatabase,
  isSince: (at: number) => boolean,
  atMost = Number.POSITIVE_INFINITY,
): Promise<Receipt[]> {
  const found: Receipt[] = []
  for (let upTo = await db.fact('tick', 0); upTo >= 0 && found.length < atMost; upTo -= ticksAtOnce) {
    const piece = await db.receipts
      .where('tick')
      .between(upTo - ticksAtOnce, upTo, false, true)
      .toArray()
    const since = piece.filter((it) => isSince(it.at))
    found.push(...since.sort((a, b) => b.tick - a.tick || b.seq - a.seq))
    if (piece.length > 0 && since.length === 0) break
  }
  return found.slice(0, atMost)
}

/**
 * The newest receipt that fits, of the work that touched a record; undefined if there is none. Work that later work has
 * replaced was never sent, so it does not count.
 */
export async function latestReceipt(
  db: DeviceDatabase,
  name: RowName,
  fits: (receipt: Receipt) => boolean,
): Promise<Receipt | undefined> {
  const found = await db.receipts.where('touches').equals(name).toArray()
  return found.sort((a, b) => b.tick - a.tick || b.seq - a.seq).find((it) => it.how !== 'replaced' && fits(it))
}
