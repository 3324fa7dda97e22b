import type { DeviceDatabase } from '../db/database.ts'
import { likelyCode } from '../rules/likely-code.ts'

/** How many of the latest observations are searched for the section that goes with a prompt. */
const lookedThrough = 2000

/** The section that a prompt is probably about, from this device's data; null if nothing fits. */
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
