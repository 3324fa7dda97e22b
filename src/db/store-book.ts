import { packChunk } from '../rules/address-book.ts'
import { type AddressLine, chunkSize } from '../rules/packed-addresses.ts'
import type { Span } from './address-book.ts'
import type { DeviceDatabase } from './database.ts'
import { inTransaction } from './in-transaction.ts'

/** Stores a whole address book in place of the old one. */
export async function storeBook(db: DeviceDatabase, lines: readonly AddressLine[], now: number): Promise<void> {
  const count = Math.ceil(lines.length / chunkSize)
  await inTransaction(db, 'rw', [db.addressChunks, db.meta], async (db) => {
    const spans: Span[] = []
    for (let n = 0; n < count; n++) {
      const chunk = packChunk(n, lines.slice(n * chunkSize, (n + 1) * chunkSize))
      spans.push({ n, from: Math.min(...chunk.ids), to: Math.max(...chunk.ids) })
      await db.addressChunks.put(chunk)
    }
    await db.addressChunks.where('n').aboveOrEqual(count).delete()
    await db.setFact('bookAt', now)
    await db.setFact('bookSpans', spans)
  })
}
