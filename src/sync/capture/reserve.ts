import type { DeviceDatabase } from '../../db/database.ts'
import { letSentGo } from '../entry/sent-work.ts'
import { hadNoRoom, hasNoRoom, makeRoom, unlessFull } from './make-room.ts'

const reserveName = 'reserve'

/** Room that no photo may take: given back at once where text needs it, and enough for weeks of it. */
const reserveBytes = 4_000_000

/** Noise, as a disk could fold anything else to nothing; made in pieces of the size that the platform gives. */
function noise(): ArrayBuffer {
  const bytes = new Uint8Array(reserveBytes)
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes.buffer
}

/** Sees that the reserve stands; false when there is no room for it, and so for no photo either. */
export async function keepReserve(db: DeviceDatabase): Promise<boolean> {
  // Counted: the bytes themselves are never read.
  if ((await db.meta.where('name').equals(reserveName).count()) > 0) return true
  try {
    await db.setFact(reserveName, noise())
    return true
  } catch (error) {
    if (!hadNoRoom(error)) throw error
    return false
  }
}

/** Gives the reserve back; false when it is gone already. Alone in its transaction: a full device takes no other. */
export async function releaseReserve(db: DeviceDatabase): Promise<boolean> {
  const stood = (await db.meta.where('name').equals(reserveName).count()) > 0
  if (stood) await db.meta.delete(reserveName)
  return stood
}

/**
 * Writes what the user made. On a full device room is made first of what the server holds already, then of the
 * reserve, then of what was kept for a town that loses it: text is worth more than any picture. Throws a QuotaExceededError when not even that helps.
 */
export async function withRoom<Result>(db: DeviceDatabase, write: () => Promise<Result>): Promise<Result> {
  for (const more of [() => makeRoom(db), () => releaseReserve(db), () => letSentGo(db), null]) {
    try {
      return await write()
    } catch (error) {
      if (!(await hasNoRoom(db, error))) throw error
      // What cannot even be let go leaves the next way open.
      await more?.().catch((failed) => unlessFull(db, failed))
    }
  }
  throw new DOMException('This device is full', 'QuotaExceededError')
}
