import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { PhotoRow } from '../../db/photos.ts'
import type { Listed } from '../../parts/listed.ts'
import { type ShownPhoto, shownPhotos } from '../../parts/photo-match.ts'
import { useLive } from '../../sync/react/live.ts'

/** The photos that the office lists for an address, preceded by those that this device has made since. */
export function useAddressPhotos(addressId: Id, { rows, problem }: Listed<Photo>): Listed<ShownPhoto> {
  const own = useLive((db) => ownPhotos(db, addressId), [addressId], `own photos at ${addressId}`) ?? []
  const shown = inOrder(own, rows ?? [])
  return shown.length > 0 ? { rows: shown, problem: undefined } : { rows: rows && shown, problem }
}

/** Photos that the office has not listed yet come first; the rest in its order. */
function inOrder(own: readonly PhotoRow[], listed: readonly Photo[]): ShownPhoto[] {
  const all = shownPhotos(own, listed)
  const known = new Map(all.map((it) => [it.server, it]))
  return [...all.filter((it) => it.server === null), ...listed.flatMap((it) => known.get(it) ?? [])]
}

/** Photos that this device attached to comments on the address, newest first. */
async function ownPhotos(db: DeviceDatabase, addressId: Id): Promise<PhotoRow[]> {
  const comments = await db.rows('comment').where('address_id').equals(addressId).toArray()
  const owners = comments.map((it): [string, number] => ['comment', it.id])
  return (await db.photos.where('[ownerType+ownerId]').anyOf(owners).sortBy('takenInAt')).reverse()
}
