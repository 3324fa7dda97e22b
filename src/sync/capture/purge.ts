import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { sentKeptMs } from '../entry/sent-work.ts'

/** How long a photo's full bytes are kept after it was verified at the server. */
export const graceMs = 7 * 24 * 60 * 60 * 1000

/** The bytes that were sent are kept longer, because a town restored from a backup may lack them. */
const sentGraceMs = sentKeptMs

/** The full bytes. The thumbnail is kept. */
const parts = ['original', 'web'] as const

/** The full bytes of an abandoned draft are deleted after this long. */
const forgottenDraftMs = 90 * 24 * 60 * 60 * 1000

/**
 * Deletes the full bytes of photos some time after they were verified at the server; thumbnails stay. Unsent photos
 * are never touched. A clock that jumped ahead must not end the grace period, so only photos verified in the past
 * count (I22).
 */
export async function purge(db: DeviceDatabase, now: number): Promise<number> {
  return inTransaction(db, 'rw', [db.photos, db.blobs, db.drafts], async (db) => {
    const heldFor = (it: PhotoRow) => (it.verifiedAt === null ? 0 : now - it.verifiedAt)
    const verified = await db.photos.where('state').equals('verified').toArray()
    const old = verified.filter((it) => heldFor(it) > graceMs && heldFor(it) < 10 * 365 * graceMs)
    await db.blobs.bulkDelete(
      old.flatMap((it) =>
        parts
          .filter((part) => part !== it.sends?.part || heldFor(it) > sentGraceMs)
          .map((part): [string, string] => [it.id, part]),
      ),
    )
    const drafts = await db.photos.where('state').equals('draft').toArray()
    const forms = new Set((await db.drafts.toArray()).map((it) => it.form))
    const forgotten = drafts.filter((it) => !forms.has(it.form) && now - it.takenInAt > forgottenDraftMs)
    for (const it of forgotten) {
      await db.blobs.where('photo').equals(it.id).delete()
      await db.photos.delete(it.id)
    }
    return old.length + forgotten.length
  })
}
