import type { RecordType } from '../../contract/id.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { hadNoRoom } from '../../db/storage-error.ts'
import { fileLimit } from '../../rules/file-kind.ts'
import { tidyFileName } from '../../rules/file-names.ts'
import { sha256Of } from '../device/hash.ts'
import type { Shrink } from '../device/shrunk.ts'
import { shutterRests } from '../device/shutter-rests.ts'
import { deletePhoto } from '../entry/delete-photo.ts'
import { isOfRecord } from '../entry/drafts.ts'
import { currentName } from '../entry/names.ts'
import { becomesReady, isAsReady } from './becoming-ready.ts'
import { makeRoom, unlessFull } from './make-room.ts'
import {
  type CaptureDeps,
  type PhotoProblem,
  type Picked,
  photoProblemText,
  readPicked,
  type Taken,
  tooLargeToSend,
} from './read-picked.ts'
import { makeReady } from './ready.ts'
import { shrink } from './shrink.ts'

/** The owner of a photo: the form in which it was chosen, or a saved record. */
type PhotoOwner = { form: string } | { type: RecordType; id: number }

export interface TakeInDeps extends CaptureDeps {
  now?: () => number
  newId?: () => string
  shrink?: Shrink
  /** Keeps room free for text; false if there is none left. Without this function nothing is kept free. */
  keepReserve?: (db: DeviceDatabase) => Promise<boolean>
  /** Called once the bytes are safe on this device. */
  onSafe?: (() => void) | undefined
  /**
   * Attaches the photo to its record, which is saved already. Called once it is stored and can surely be sent, because
   * the app may be closed while the smaller copies are made, and nothing would attach the photo then.
   */
  attach?: ((photo: string) => Promise<unknown>) | undefined
}

/** A file that was not accepted. `kind` says why; the message is for the user. Nothing of it is stored. */
export class PhotoRefusal extends Error {
  override readonly name = 'PhotoRefusal'
  readonly kind: PhotoProblem['kind']

  constructor(problem: PhotoProblem, filename: string) {
    super(photoProblemText(problem, filename))
    this.kind = problem.kind
  }
}

/**
 * Stores a chosen file and resolves with its id once its bytes are safe on this device: they are read at once, stored
 * with their facts in one transaction, read back and compared. Shrinking comes later and cannot lose the file. The
 * same file chosen twice in one form is one photo (AD-22). Rejects with a PhotoRefusal.
 */
export const takeIn = async (
  db: DeviceDatabase,
  file: Taken,
  owner: PhotoOwner,
  deps: TakeInDeps = {},
): Promise<string> => {
  const twin = await chosenBefore(db, file, owner)
  if (twin) {
    deps.onSafe?.()
    if (canBeSentAsIs(twin)) await deps.attach?.(twin.id)
    return twin.id
  }
  const picked = await readPicked(file, deps)
  if (picked.kind !== 'picked') throw new PhotoRefusal(picked, file.name)
  const photo = newRow(picked, file, owner, deps)
  becomesReady(photo.id)
  try {
    await storeAndCheck(db, photo, file, picked.bytes, deps)
    deps.onSafe?.()
    // Once attached it may be sent, and is made smaller for that.
    await shutterRests()
    if (canBeSentAsIs(photo)) await deps.attach?.(photo.id)
    const refusal = await makeSendable(db, photo.id, deps.shrink ?? shrink)
    if (refusal) throw refusal
    if (!canBeSentAsIs(photo)) await deps.attach?.(photo.id)
  } finally {
    isAsReady(photo.id)
  }
  return photo.id
}

/** Whether the server takes a file of this size. */
export const canBeSentAsIs = ({ size }: PhotoRow): boolean => size <= fileLimit

/**
 * Makes a photo ready to be sent. One of a form that is not saved yet is deleted, and the refusal returned, if this
 * device cannot make it small enough for the server.
 */
export const makeSendable = async (db: DeviceDatabase, photoId: string, by: Shrink): Promise<PhotoRefusal | null> => {
  await makeReady(db, photoId, by)
  const photo = await againIfAborted(() => db.photos.get(photoId))
  if (photo?.state !== 'draft' || photo.sends?.part !== 'original' || canBeSentAsIs(photo)) return null
  await forget(db, photoId)
  return new PhotoRefusal(tooLargeToSend, photo.name)
}

/** Resolves once the bytes are on this device for good. */
const storeAndCheck = async (
  db: DeviceDatabase,
  photo: PhotoRow,
  { name }: Taken,
  bytes: ArrayBuffer,
  deps: TakeInDeps,
): Promise<void> => {
  if (!(await hasReserve(db, deps))) throw new PhotoRefusal({ kind: 'full' }, name)
  try {
    await storeWithRoom(db, photo, bytes)
  } catch (error) {
    if (hadNoRoom(error)) throw new PhotoRefusal({ kind: 'full' }, name)
    throw error
  }
  if (await isStored(db, photo)) return
  await inRepeatableWrite(db, [db.photos, db.blobs], (db) => deletePhoto(db, photo.id))
  throw new PhotoRefusal({ kind: 'changed' }, name)
}

/**
 * Deletes a photo that the user removed from a form. It stays if its record was saved in the moment of the tap: a call
 * whose photo is gone would be refused.
 */
export const forget = (db: DeviceDatabase, photoId: string): Promise<void> =>
  inRepeatableWrite(db, [db.photos, db.blobs], async (db) => {
    if ((await db.photos.get(photoId))?.state === 'draft') await deletePhoto(db, photoId)
  })

const chosenBefore = async (db: DeviceDatabase, file: Taken, owner: PhotoOwner): Promise<PhotoRow | undefined> => {
  if (!('form' in owner)) return
  const name = tidyFileName(file.name, 'photo')
  const { form } = owner
  const others = await againIfAborted(() => db.photos.where('form').equals(form).toArray())
  return others.find((it) => it.name === name && it.size === file.size && it.lastModified === file.lastModified)
}

const newRow = (picked: Picked, file: Taken, owner: PhotoOwner, deps: TakeInDeps): PhotoRow => ({
  id: (deps.newId ?? (() => crypto.randomUUID()))(),
  ...('form' in owner
    ? { state: 'draft', form: owner.form, ownerType: '', ownerId: 0 }
    : { state: 'waiting', form: '', ownerType: owner.type, ownerId: owner.id }),
  name: picked.name,
  type: picked.type,
  size: picked.bytes.byteLength,
  sha256: picked.sha256,
  facts: picked.facts,
  sends: null,
  lastModified: file.lastModified,
  takenInAt: (deps.now ?? Date.now)(),
  verifiedAt: null,
  url: null,
})

/** A photo must not use the room reserved for text. */
const hasReserve = async (db: DeviceDatabase, { keepReserve }: TakeInDeps): Promise<boolean> => {
  if (!keepReserve || (await keepReserve(db))) return true
  await makeRoom(db).catch((error) => unlessFull(db, error))
  return keepReserve(db)
}

/** Aborted again and again, a write of this size finds no room. Then everything but unsent work is freed. */
const storeWithRoom = async (db: DeviceDatabase, photo: PhotoRow, bytes: ArrayBuffer): Promise<void> => {
  try {
    await store(db, photo, bytes)
  } catch (error) {
    if (!hadNoRoom(error)) throw error
    await makeRoom(db).catch((failed) => unlessFull(db, failed))
    await store(db, photo, bytes)
  }
}

const store = (db: DeviceDatabase, photo: PhotoRow, bytes: ArrayBuffer): Promise<void> =>
  inRepeatableWrite(db, [db.photos, db.blobs, ...(isOfRecord(photo) ? [db.ids, db.meta] : [])], async (db) => {
    // The office may have numbered or merged the form's record while the file was read.
    await db.photos.put({ ...photo, form: await currentName(db, photo.form) })
    await db.blobs.put({ photo: photo.id, part: 'original', type: photo.type, bytes })
  })

const isStored = async (db: DeviceDatabase, photo: PhotoRow): Promise<boolean> => {
  const kept = await againIfAborted(() => db.blobs.get([photo.id, 'original']))
  return kept !== undefined && (await sha256Of(kept.bytes)) === photo.sha256
}
