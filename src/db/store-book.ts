import { isPackedBefore, packChunk, packedAgain } from '../rules/address-book.ts'
import { type AddressLine, chunkSize, type PackedChunk } from '../rules/packed-addresses.ts'
import type { Span } from './address-book.ts'
import type { DeviceDatabase } from './database.ts'
import { inTransaction } from './in-transaction.ts'
import { isStorageError } from './storage-error.ts'

/** Chunks written at once: one by one costs half as much again (P6), and all at once holds up the screen. */
const writtenAtOnce = 16

/** Stores a whole address book in place of the old one. `check` runs first; what it throws undoes everything. */
export async function storeBook(
  db: DeviceDatabase,
  lines: readonly AddressLine[],
  now: number,
  check: (db: DeviceDatabase) => Promise<void> = async () => undefined,
): Promise<void> {
  const count = Math.ceil(lines.length / chunkSize)
  const packed = (n: number) => packChunk(n, lines.slice(n * chunkSize, (n + 1) * chunkSize))
  await inTransaction(db, 'rw', [db.addressChunks, db.meta], async (db) => {
    await check(db)
    const spans: Span[] = []
    for (let from = 0; from < count; from += writtenAtOnce) {
      const chunks = Array.from({ length: Math.min(writtenAtOnce, count - from) }, (_, at) => packed(from + at))
      for (const { n, ids } of chunks) spans.push({ n, from: Math.min(...ids), to: Math.max(...ids) })
      await db.addressChunks.bulkPut(chunks)
    }
    await db.addressChunks.where('n').aboveOrEqual(count).delete()
    await db.setFact('bookAt', now)
    await db.setFact('bookSpans', spans)
  })
}

/**
 * The chunks of this device's book. Those that an earlier version packed are packed again and stored so, once. A chunk
 * is written whole, so a kill leaves the old one or the new one.
 */
export async function storedBook(db: DeviceDatabase): Promise<PackedChunk[]> {
  const stored = await db.addressChunks.toArray()
  const old = stored.filter(isPackedBefore)
  if (old.length === 0) return stored
  const again = new Map(old.map((it) => [it, packedAgain(it)]))
  try {
    await inTransaction(db, 'rw', [db.addressChunks], async (db) => {
      // Another tab may have renewed the book meanwhile, or a sign-out emptied it.
      for (const [before, chunk] of again)
        if ((await db.addressChunks.get(chunk.n))?.text === before.text) await db.addressChunks.put(chunk)
    })
  } catch (error) {
    // The book is complete without it. The next start tries again.
    if (!isStorageError(error)) throw error
  }
  return stored.map((it) => again.get(it) ?? it)
}
