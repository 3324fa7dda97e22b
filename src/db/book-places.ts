import { placeAt } from '../rules/packed-addresses.ts'
import type { Point } from '../rules/point.ts'
import type { DeviceDatabase } from './database.ts'

/** The places of these addresses in this device's book; only the chunks with these addresses are read. */
export async function placesInBook(db: DeviceDatabase, ids: readonly number[]): Promise<Map<number, Point>> {
  const found = new Map<number, Point>()
  if (ids.length === 0) return found
  const spans = await db.fact<{ n: number; from: number; to: number }[]>('bookSpans', [])
  const wanted = new Set(ids)
  const chunks = spans.filter(({ from, to }) => ids.some((id) => from <= id && id <= to)).map(({ n }) => n)
  for (const chunk of await db.addressChunks.where('n').anyOf(chunks).toArray())
    for (const [row, id] of chunk.ids.entries()) {
      const place = wanted.has(id) && placeAt(chunk, row)
      if (place) found.set(id, place)
    }
  return found
}
