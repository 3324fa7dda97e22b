import type { Observation } from '../contract/observation.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { searchable } from '../rules/address-text.ts'
import type { SeenWords } from '../rules/phrases.ts'

/** How many recent sections are offered. */
const recentLimit = 4
/** How many of the latest observations are read for them. */
const lookedThrough = 60

interface HasCodes {
  id: number
  codes?: readonly { id: number }[] | null
}

/** Ids of the most recently used code sections, each once. `rows` are newest first. */
export const lastUsedCodes = (rows: readonly HasCodes[], limit: number = recentLimit): number[] =>
  [...new Set(rows.flatMap((it) => (it.codes ?? []).map((code) => code.id)))].slice(0, limit)

/** The most recently used sections on this device: of its own unsent observations, then of the newest known ones. */
export async function recentCodes(db: DeviceDatabase): Promise<number[]> {
  return lastUsedCodes(await latestSeen(db, lookedThrough))
}

/** How many sections are offered because they are often used in such a room. */
const frequentLimit = 3
/** How many of the latest observations decide what is usual in a room. */
const countedThrough = 600

/** The latest observations of this device with the names of their rooms, the latest first. */
export async function seenWords(db: DeviceDatabase): Promise<SeenWords[]> {
  const seen = await latestSeen(db, countedThrough)
  const ids = [...new Set(seen.map((it) => it.area_id))]
  const areas = await db.rows('area').bulkGet(ids)
  const names = new Map(ids.map((id, at) => [id, areas[at]?.name ?? '']))
  return seen.map(({ content, area_id, codes }) => ({
    content,
    room: names.get(area_id) ?? '',
    codes: codes.map((it) => it.id),
  }))
}

/** The most frequent sections in rooms with this name, most frequent first; an observation counts once for each. */
export function frequentCodes(seen: readonly SeenWords[], room: string): number[] {
  const uses = new Map<number, number>()
  const here = searchable(room)
  for (const it of seen)
    if (searchable(it.room) === here) for (const id of new Set(it.codes)) uses.set(id, (uses.get(id) ?? 0) + 1)
  return [...uses]
    .sort((a, b) => b[1] - a[1])
    .map(([id]) => id)
    .slice(0, frequentLimit)
}

/** Observations of this device, latest first: its own unsent ones, then the newest known ones. */
async function latestSeen(db: DeviceDatabase, known: number): Promise<Observation[]> {
  const table = db.rows('observation')
  // Local ids decrease with every command, so the lowest is the latest; the server's ids increase.
  const own = await table.where('id').below(0).limit(lookedThrough).toArray()
  const newest = await table.orderBy('id').reverse().limit(known).toArray()
  return [...own, ...newest.filter((it) => it.id > 0)]
}
