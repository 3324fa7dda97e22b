import type { DeviceDatabase } from '../db/database.ts'
import { likelyCode } from '../rules/likely-code.ts'

/** How many of the latest observations are asked which section goes with the words of a prompt. */
const lookedThrough = 2000

/** The section that a prompt is likely about, from what this device knows; null where nothing speaks for one. */
export async function likelyCodeOf(db: DeviceDatabase, prompt: string): Promise<number | null> {
  const table = db.rows('observation')
  const seen = await table.orderBy('id').reverse().limit(lookedThrough).toArray()
  const own = await table.where('id').below(0).toArray()
  return likelyCode(
    prompt,
    [...own, ...seen],
    (await db.rows('code').toArray()).filter((it) => !it.retired),
  )
}
