import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { dayMs } from '../../rules/dates.ts'
import { renameLeftPhotos } from '../entry/drafts.ts'
import { sentKeptMs } from '../entry/sent-work.ts'

/** How long a photo's full bytes are kept after it was verified at the server. */
export const graceMs = 7 * dayMs

/** The bytes that were sent are kept longer, because a town restored from a backup may lack them. */
const sentGraceMs = sentKeptMs

/** The full bytes. The thumbnail is kept. */
const parts = ['original', 'web'] as const

/** The full bytes of an abandoned draft are deleted after this long. */
const forgottenDraftMs = 90 * dayMs

/**
 * Deletes the full bytes of photos some time after they were verified at the server; thumbnails stay. Unsent photos
 * are never touched. `now` is the server's time, because a device clock that jumped ahead must not end the grace period
 * (I22).
 */
export async function purge(db: DeviceDatabase, now: number): Promise<number> {
  return inTransaction(db, 'rw', [db.photos, db.blobs], async (db) => {
    const heldFor = (it: PhotoRow) => (it.verifiedAt === null ? 0 : now - it.verifiedAt)
    const verified = await db.photos.where('state').equals('verified').toArray()
    const old = verified.filter((it) => heldFor(it) > graceMs && heldFor(it) < 10 * 365 * dayMs)
    await db.blobs.bulkDelete(
      old.flatMap((it) =>
        parts
          .filter((part) => part !== it.sends?.part || heldFor(it) > sentGraceMs)
          .map((part): [string, string] => [it.id, part]),
      ),
    )
    return old.length
  })
}

/**
 * Deletes photos that were chosen and never saved, 90 days after they were first seen without a form. `now` is the
 * server's time: nobody else has these bytes, and a device clock that was set must not end them (I16, I22).
 */
export const purgeDrafts = (db: DeviceDatabase, now: number): Promise<number> =>
  inTransaction(db, 'rw', [db.photos, db.blobs, db.drafts, db.ids, db.meta], async (db) => {
    // Those that nobody could find are not counted as abandoned.
    await renameLeftPhotos(db)
    const forms = new Set((await db.drafts.toArray()).map((it) => it.form))
    const left = (await db.photos.where('state').equals('draft').toArray()).filter((it) => !forms.has(it.form))
    const before = await db.fact<Record<string, number>>('leftPhotos', {})
    const seen = left.map(({ id }) => ({ id, since: Math.min(before[id] ?? now, now) }))
    const isForgotten = ({ since }: { since: number }) => now - since > forgottenDraftMs
    const forgotten = seen.filter(isForgotten).map((it) => it.id)
    await db.blobs.where('photo').anyOf(forgotten).delete()
    await db.photos.bulkDelete(forgotten)
    const kept = seen.filter((it) => !isForgotten(it)).map(({ id, since }) => [id, since] as const)
    if (Object.keys(before).length + kept.length > 0) await db.setFact('leftPhotos', Object.fromEntries(kept))
    return forgotten.length
  })
