import type { DeviceDatabase } from '../../db/database.ts'
import { hadNoRoom } from '../../db/storage-error.ts'
import { letSentGo } from '../entry/sent-work.ts'
import { hasNoRoom, makeRoom, unlessFull } from './make-room.ts'

const reserveName = 'reserve'

/** Space that no photo may use. It is released as soon as text needs it, and is enough for weeks of text. */
const reserveBytes = 4_000_000

/** Random bytes: a disk could compress anything else away. Made in pieces of the size that the platform allows. */
function noise(): ArrayBuffer {
  const bytes = new Uint8Array(reserveBytes)
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes.buffer
}

/** Creates the reserve if it is missing; false when there is no room for it, and so for no photo either. */
export async function keepReserve(db: DeviceDatabase): Promise<boolean> {
  // Only counted, so that the bytes are not read.
  if ((await db.meta.where('name').equals(reserveName).count()) > 0) return true
  try {
    await db.setFact(reserveName, noise())
    return true
  } catch (error) {
    if (!hadNoRoom(error)) throw error
    return false
  }
}

/** Releases the reserve; false when it is gone already. In a transaction of its own: a full device accepts no other. */
export async function releaseReserve(db: DeviceDatabase): Promise<boolean> {
  const stood = (await db.meta.where('name').equals(reserveName).count()) > 0
  if (stood) await db.meta.delete(reserveName)
  return stood
}

/**
 * Runs a write of the user's work. On a full device it frees first what the server holds already, then the reserve,
 * then what is kept for a town that loses it: text is worth more than any picture. Throws a QuotaExceededError when
 * nothing of this helps.
 */
export async function withRoom<Result>(db: DeviceDatabase, write: () => Promise<Result>): Promise<Result> {
  for (const more of [() => makeRoom(db), () => releaseReserve(db), () => letSentGo(db), null]) {
    try {
      return await write()
    } catch (error) {
      if (!(await hasNoRoom(db, error))) throw error
      // If this cannot be freed, the next way is tried.
      await more?.().catch((failed) => unlessFull(db, failed))
    }
  }
  throw new DOMException('This device is full', 'QuotaExceededError')
}
