import { againIfAborted } from '../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { sentSize } from '../db/photos.ts'
import { togetherProblem } from '../rules/file-kind.ts'

/**
 * Why these photos cannot go in one call, in words; null if they can. Ask once they are read: by then their smaller
 * copies may have been made. `call`: 'one comment'.
 */
export async function problemTogether(
  db: DeviceDatabase,
  photos: readonly string[],
  call: string,
): Promise<string | null> {
  const rows = await againIfAborted(() => db.photos.bulkGet([...photos]))
  return togetherProblem(photos.length, sentSize(rows.filter((it) => it !== undefined)), call)
}
