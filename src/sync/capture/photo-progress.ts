import type { DeviceDatabase } from '../../db/database.ts'
import { serverIdOf } from '../entry/names.ts'

/** How many of this device's photos are verified at the office. Counted from the photo rows, which are kept. */
export interface PhotoProgress {
  stored: number
  of: number
}

const baseName = 'photosStoredBefore'

/**
 * Begins a new count if no file waits. Call it inside the transaction that queues files. The count survives restarts
 * until all of the files are stored.
 */
export async function beginPhotoProgress(db: DeviceDatabase): Promise<void> {
  if ((await waitingFiles(db)) === 0) await db.setFact(baseName, await verifiedFiles(db))
}

/** The progress of the photos taken since all were last stored; null if there are none. */
export async function photoProgressOf(db: DeviceDatabase): Promise<PhotoProgress | null> {
  const [waiting, verified, before] = await Promise.all([
    waitingFiles(db),
    verifiedFiles(db),
    db.fact<number | null>(baseName, null),
  ])
  // An older version of the app did not count: only the number left is known.
  const stored = before === null ? 0 : Math.max(0, verified - before)
  return waiting + stored === 0 ? null : { stored, of: waiting + stored }
}

/** The photos of one inspection and of its records; null if this device took none. */
export async function photoProgressOfInspection(
  db: DeviceDatabase,
  inspectionId: number,
): Promise<PhotoProgress | null> {
  const id = await serverIdOf(db, 'inspection', inspectionId)
  const areas = await db.rows('area').where('inspection_id').equals(id).primaryKeys()
  const seen = await db.rows('observation').where('area_id').anyOf(areas).primaryKeys()
  const owners = [['inspection', id], ...seen.map((it) => ['observation', it])]
  const photos = await db.photos.where('[ownerType+ownerId]').anyOf(owners).toArray()
  if (photos.length === 0) return null
  return { stored: photos.filter((it) => it.state === 'verified').length, of: photos.length }
}

const waitingFiles = (db: DeviceDatabase) => db.outbox.where('touches').startsWith('photo:').count()
const verifiedFiles = (db: DeviceDatabase) => db.photos.where('state').equals('verified').count()
