import type { DeviceDatabase } from '../../db/database.ts'

/** Deletes a photo with its bytes, in the transaction of the caller. */
export async function deletePhoto(db: DeviceDatabase, id: string): Promise<void> {
  await db.blobs.where('photo').equals(id).delete()
  await db.photos.delete(id)
}
