import type { DeviceDatabase } from '../../db/database.ts'
import { inRepeatableWrite, inTransaction } from '../../db/in-transaction.ts'
import type { BlobRow, PhotoRow } from '../../db/photos.ts'
import { hadNoRoom } from '../../db/storage-error.ts'
import { sha256Of } from '../device/hash.ts'
import type { Shrink, Shrunk } from '../device/shrunk.ts'
import { hasNoRoom } from './make-room.ts'

/**
 * Makes the shrunk picture and the thumbnail of a stored photo and records which bytes will be sent. Does nothing if
 * that is done already, so it can be called again if the app was closed midway. `shrink` is an argument because only a
 * page can shrink, and the service worker must not contain that code.
 */
export const makeReady = async (db: DeviceDatabase, photoId: string, shrink: Shrink): Promise<void> => {
  const [photo, original] = await inTransaction(db, 'r', [db.photos, db.blobs], (db) =>
    Promise.all([db.photos.get(photoId), db.blobs.get([photoId, 'original'])]),
  )
  if (!photo || photo.sends || !original) return
  const made = await shrink(original.bytes, original.type)
  if (made.kind === 'unchanged') return await sendOriginal(db, photo)
  const { web, thumb } = made
  const sends = { part: 'web' as const, type: web.type, size: web.bytes.byteLength, sha256: await sha256Of(web.bytes) }
  if (sends.sha256 === photo.sha256) return await sendOriginal(db, photo, thumb)
  try {
    await inRepeatableWrite(db, [db.photos, db.blobs], async (db) => {
      // The photo may have been removed meanwhile, or the service worker may have sent the original. The bytes sent
      // never change after that (I13).
      const now = await db.photos.get(photoId)
      if (!now || now.sends) return
      await db.blobs.bulkPut([
        { photo: photoId, part: 'web', ...bytesOf(web) },
        { photo: photoId, part: 'thumb', ...bytesOf(thumb) },
      ])
      await db.photos.update(photoId, { sends })
    })
  } catch (error) {
    // No room for the smaller copies. The original is safe, so it is sent instead.
    if (!hadNoRoom(error)) throw error
    await sendOriginal(db, photo).catch(async (again) => {
      // The choice is then made at the time of sending.
      if (!(await hasNoRoom(db, again))) throw again
    })
  }
}

/** Without a shrinker a photo is sent unchanged, now and in every later attempt (I13). */
export const asItIs = async (db: DeviceDatabase, photoId: string): Promise<void> => {
  const photo = await db.photos.get(photoId)
  if (photo && !photo.sends) await sendOriginal(db, photo)
}

const sendOriginal = (db: DeviceDatabase, photo: PhotoRow, thumb?: Shrunk['thumb']): Promise<void> =>
  inRepeatableWrite(db, [db.photos, db.blobs], async (db) => {
    const now = await db.photos.get(photo.id)
    if (!now) return
    if (thumb) await db.blobs.put({ photo: photo.id, part: 'thumb', ...bytesOf(thumb) })
    if (now.sends) return
    const { type, size, sha256 } = photo
    await db.photos.update(photo.id, { sends: { part: 'original', type, size, sha256 } })
  })

const bytesOf = ({ type, bytes }: Shrunk['thumb']): Pick<BlobRow, 'type' | 'bytes'> => ({ type, bytes })

/** The bytes that are sent for a file: the shrunk picture, or the original if it could not be shrunk. */
export const sentBytes = (photo: PhotoRow): NonNullable<PhotoRow['sends']> =>
  photo.sends ?? { part: 'original', type: photo.type, size: photo.size, sha256: photo.sha256 }
