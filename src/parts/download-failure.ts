import type { DeviceDatabase } from '../db/database.ts'
import { isDatabaseClosed } from '../db/database-closed.ts'
import { hasNoRoom } from '../sync/capture/make-room.ts'
import { CallError, problemText } from '../sync/transport/problem.ts'

/**
 * Why a download could not be made or stored, in words; `full` are those for a device without room. '' if a sign-out
 * ended it, because then nobody waits for it. Throws an error that is a bug.
 */
export async function downloadFailureText(db: DeviceDatabase, error: unknown, full: string): Promise<string> {
  if (error instanceof CallError) return problemText(error.problem)
  if (isDatabaseClosed(error)) return ''
  if (await hasNoRoom(db, error)) return full
  throw error
}
