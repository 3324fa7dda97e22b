import type { DeviceDatabase } from '../db/database.ts'
import { isDatabaseClosed } from '../db/database-closed.ts'
import { hasNoRoom } from '../sync/capture/make-room.ts'
import { CallError, problemText } from '../sync/transport/problem.ts'
import { deviceWord } from '../ui/this-device.ts'

/**
 * Why the address book could not be fetched or read, in words; '' if a sign-out ended it, because then nobody waits for
 * it. Throws an error that is a bug.
 */
export async function bookFailureText(db: DeviceDatabase, error: unknown): Promise<string> {
  if (error instanceof CallError) return problemText(error.problem)
  if (isDatabaseClosed(error)) return ''
  if (await hasNoRoom(db, error)) return `This ${deviceWord} is full`
  throw error
}
