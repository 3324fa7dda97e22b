import { type AddressLine, unpackChunk } from '../rules/packed-addresses.ts'
import type { DeviceDatabase } from './database.ts'

/** The smallest and the largest id in a stored chunk, so that a line can be found without reading the whole book. */
export interface Span {
  n: number
  from: number
  to: number
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
