import type { DeviceDatabase } from '../db/database.ts'

/** How many sections are offered as used recently. */
const recentLimit = 4
/** How many of the latest observations are looked through. */
const lookedThrough = 60

interface HasCodes {
  id: number
  codes?: readonly { id: number }[] | null
}

/** Ids of the code sections used last, each once. `rows` are newest first. */
export const lastUsedCodes = (rows: readonly HasCodes[], limit: number = recentLimit): number[] =>
  [...new Set(rows.flatMap((it) => (it.codes ?? []).map((code) => code.id)))].slice(0, limit)

/** The sections used last on this device: those of its own unsent observations, then of the newest that it knows. */
export async function recentCodes(db: DeviceDatabase): Promise<number[]> {
  const table = db.rows('observation')
  // Local ids fall with every command, so the lowest is the latest; the server's ids rise.
  const own = await table.where('id').below(0).limit(lookedThrough).toArray()
  const known = await table.orderBy('id').reverse().limit(lookedThrough).toArray()
  return lastUsedCodes([...own, ...known.filter((it) => it.id > 0)])
}
