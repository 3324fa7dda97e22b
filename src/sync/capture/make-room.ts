import { wasCutOff } from '../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { hadNoRoom, isFull } from '../../db/storage-error.ts'
import { forgetShownPhotos } from '../device/forget-photos.ts'
import { recheckPacks } from '../device/recheck-packs.ts'

/**
 * Frees space on a full device without touching unsent work: pictures that were only shown, then the full bytes of
 * photos that the server holds for sure. Thumbnails stay.
 */
export const makeRoom = async (db: DeviceDatabase): Promise<void> => {
  await forgetShownPhotos()
  await inTransaction(db, 'rw', [db.photos, db.blobs], async (db) => {
    const verified = await db.photos.where('state').equals('verified').primaryKeys()
    await db.blobs.bulkDelete(
      verified.flatMap((id): [string, string][] => [
        [id, 'original'],
        [id, 'web'],
      ]),
    )
  })
  // A save waits for the room, so a failure must not reach it. The app says it when it looks again (`reminders.ts`).
  await recheckPacks(db).catch(() => undefined)
}

/**
 * Whether a write failed because the device is full. The error of an aborted transaction may not say so; then a small
 * test write finds out.
 */
export const hasNoRoom = async (db: DeviceDatabase, error: unknown): Promise<boolean> => {
  if (isFull(error)) return true
  if (!wasCutOff(error)) return false
  try {
    await db.setFact('room', 'asked for')
    return false
  } catch (again) {
    return hadNoRoom(again)
  }
}

/** Rethrows the error unless the device is full. */
export const unlessFull = async (db: DeviceDatabase, error: unknown): Promise<void> => {
  if (!(await hasNoRoom(db, error))) throw error
}
