import type { DeviceDatabase } from '../../db/database.ts'
import { isAnythingSealed } from './seal/at-the-door.ts'
import { type Mirror, mirrored, mirroredAtMost } from './unsent-mirror.ts'

/** How much is unsent, and the keys of some of it, for the mirror. Read from the index alone. */
export const unsentOf = async ({ outbox }: DeviceDatabase): Promise<Mirror> => {
  const [count, keys] = await Promise.all([outbox.count(), outbox.orderBy('key').limit(mirroredAtMost).keys()])
  // The index contains the keys of entries, which are strings.
  return { count, keys: keys as string[] }
}

/** How much of the mirrored unsent work is missing because the browser cleared the database. */
export async function lostWork(db: DeviceDatabase): Promise<number> {
  const { count, keys } = mirrored(db.name)
  if (keys.length === 0 || (await db.outbox.count()) > 0) return 0
  // Sealed work is not lost: it waits to be opened.
  if (await isAnythingSealed(db)) return 0
  const receipts = await db.receipts.bulkGet(keys)
  const missing = receipts.filter((it) => !it).length
  return missing === keys.length ? count : missing
}
