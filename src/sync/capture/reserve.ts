import { againIfAborted, tries, wasCutOff } from '../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { hadNoRoom } from '../../db/storage-error.ts'
import { letSentGo } from '../entry/sent-work.ts'
import { hasNoRoom, makeRoom, unlessFull } from './make-room.ts'

const reserveName = 'reserve'

/** Space that no photo may use. It is released as soon as text needs it, and is enough for weeks of text. */
const reserveBytes = 4_000_000

/** Random bytes, because a disk could compress anything else. Made in chunks of the size that the platform allows. */
function noise(): ArrayBuffer {
  const bytes = new Uint8Array(reserveBytes)
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  return bytes.buffer
}

/** Creates the reserve if it is missing. Returns false if there is no room for it, and so none for a photo either. */
export async function keepReserve(db: DeviceDatabase): Promise<boolean> {
  // Counted only, so the bytes are not read.
  if ((await againIfAborted(() => db.meta.where('name').equals(reserveName).count())) > 0) return true
  try {
    await db.setFact(reserveName, noise())
    return true
  } catch (error) {
    if (!hadNoRoom(error)) throw error
    return false
  }
}

/**
 * Releases the reserve; false if it is already gone. It runs in its own transaction, since a full device accepts no
 * other.
 */
export async function releaseReserve(db: DeviceDatabase): Promise<boolean> {
  const stood = (await db.meta.where('name').equals(reserveName).count()) > 0
  if (stood) await db.meta.delete(reserveName)
  return stood
}

/**
 * Runs a write of the user's work. On a full device it first frees what the server already has, then the reserve, then
 * the copies kept for a restored town: text is worth more than any picture. Throws a QuotaExceededError if nothing
 * helps. A write that the browser aborts although there is room is repeated with `isAgain`, because a browser that is
 * cut off from its databases may report a stored write as aborted.
 */
export async function withRoom<Result>(
  db: DeviceDatabase,
  write: (isAgain: boolean) => Promise<Result>,
): Promise<Result> {
  const frees = [() => makeRoom(db), () => releaseReserve(db), () => letSentGo(db)]
  let aborts = 0
  for (;;) {
    try {
      return await write(aborts > 0)
    } catch (error) {
      if (await hasNoRoom(db, error)) {
        const free = frees.shift()
        if (!free) throw new DOMException('This device is full', 'QuotaExceededError')
        // If this frees nothing, the next step is tried.
        await free().catch((failed) => unlessFull(db, failed))
      } else if (!wasCutOff(error) || ++aborts === tries) throw error
    }
  }
}
