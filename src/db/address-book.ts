import { type AddressLine, chunkSize, packChunk, unpackChunk } from '../rules/address-book.ts'
import type { DeviceDatabase } from './database.ts'
import { inTransaction } from './in-transaction.ts'

/** The smallest and the largest id in a stored chunk, so that a line can be found without reading the whole book. */
interface Span {
  n: number
  from: number
  to: number
}

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

/** The line of an address in this device's book; null if the book does not have it. */
export async function lineInBook(db: DeviceDatabase, id: number): Promise<AddressLine | null> {
  const spans = await db.fact<Span[] | null>('bookSpans', null)
  // A book stored by an earlier version has no spans, so it is read from the beginning.
  const chunks = spans
    ? db.addressChunks.where('n').anyOf(spans.filter(({ from, to }) => from <= id && id <= to).map(({ n }) => n))
    : db.addressChunks.toCollection()
  const chunk = await chunks.filter(({ ids }) => ids.includes(id)).first()
  return (chunk && unpackChunk(chunk).find((it) => it.id === id)) ?? null
}
