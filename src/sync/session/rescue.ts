import type { recordTypes } from '../../contract/id.ts'
import { mapParams } from '../../contract/params.ts'
import { mapIds } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry, RowName } from '../../db/outbox.ts'
import { filesOf, rowName } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { unlessFull } from '../../db/storage-error.ts'
import { touchesOf } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { openDuplicates, takeDuplicates } from '../acknowledge/possible-duplicates.ts'
import { beginPhotoProgress } from '../capture/photo-progress.ts'
import { withRoom } from '../capture/reserve.ts'
import type { Device } from '../device/device.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import { unlessDamaged } from '../entry/damage.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import { resolveIds } from '../entry/ids.ts'
import { recordInFlight } from '../entry/in-flight-rows.ts'
import { note, noteIfRoom } from '../entry/journal.ts'
import { splitName } from '../entry/names.ts'
import { keepShadow } from '../entry/rebuild.ts'
import { repaired } from '../entry/repair-entry.ts'
import { repeatable } from '../entry/repeatable.ts'
import { type Copy, type Manifest, readCopy } from './rescue-file.ts'
import { rescueMark } from './rescue-mark.ts'
import { dropLeftFiles, hasFile, storeFiles } from './rescue-photos.ts'

/**
 * All unsent work with its files, as one file that any device of the same person can import (I21). A full device makes
 * it too.
 */
export const rescueCopy = (device: Copied): Promise<Blob> => againIfAborted(() => makeCopy(device))

/** Whose work is copied, and from where. */
type Copied = Pick<Device, 'db' | 'userId' | 'now'>

async function makeCopy(device: Copied): Promise<Blob> {
  const { db } = device
  const entries = await wholeOutbox(db)
  const photos = await db.photos.where('state').equals('waiting').toArray()
  const blobs: Manifest['blobs'] = []
  const parts: Blob[] = []
  for (const { id } of photos) {
    for (const { photo, part, type, bytes } of await db.blobs.where('photo').equals(id).toArray()) {
      blobs.push({ photo, part, type, size: bytes.byteLength })
      // A Blob's bytes do not stay in the page's memory, which could not hold thousands of photos.
      parts.push(new Blob([bytes]))
    }
  }
  const manifest: Manifest = {
    userId: device.userId,
    database: db.name,
    madeAt: device.now(),
    entries,
    photos,
    blobs,
    ids: await db.ids.toArray(),
    seconds: await openDuplicates(db),
  }
  const head = new TextEncoder().encode(JSON.stringify(manifest))
  await noteIfRoom(db, device.now(), 'rescue copy', { entries: entries.length, photos: photos.length })
  return new Blob([rescueMark, `${head.byteLength}\n`, head, ...parts], {
    type: 'application/octet-stream',
  })
}

/** The result of importing a rescue copy. */
export type Taken =
  | { kind: 'taken'; entries: number; known: number }
  | { kind: 'notOurs' }
  | { kind: 'damaged' }
  | { kind: 'otherPerson' }
  | { kind: 'otherTown' }
  | { kind: 'noRoom' }

/**
 * Imports a rescue copy, whole or not at all. An entry whose key this device already holds or has confirmed is left out,
 * and so are the photos of what it has confirmed.
 */
export async function takeRescueCopy(device: Device, file: Blob): Promise<Taken> {
  const read = await readCopy(file)
  if (typeof read === 'string') return { kind: read }
  const { manifest } = read
  if (manifest.userId !== device.userId) return { kind: 'otherPerson' }
  const { db } = device
  // The records of another town have the same numbers.
  if ((manifest.database ?? db.name) !== db.name) return { kind: 'otherTown' }
  return unlessFull(async () => {
    // What was stored although the browser called it aborted is known by its key the next time.
    const known = await withRoom(db, () => takeAll(device, file, read))
    device.wake()
    return { kind: 'taken', entries: manifest.entries.length - known, known }
  })
}

/** Stores the files first, then everything else in one transaction. Returns how many entries were known here. */
async function takeAll(device: Device, file: Blob, copy: Copy): Promise<number> {
  const { manifest } = copy
  const entries = manifest.entries.map((it) => repaired(it, device.now()) ?? it)
  const take = async (db: DeviceDatabase) => {
    let known = 0
    if (manifest.photos.length > 0) await beginPhotoProgress(db)
    const names: Names = new Map(manifest.ids.map((it) => [rowName(it.type, it.local), it.server]))
    const waiting: OutboxEntry[] = []
    const arrived: OutboxEntry[] = []
    for (const entry of entries) {
      const made = nameMade(entry)
      const here = await heldHere(db, entry.key, made)
      const alike = here?.isConfirmed ? arrived : waiting
      alike.push(entry)
      if (here) {
        known++
        // The copy may know a number that this device does not.
        if (made && (here.id !== 0 || !names.has(made))) names.set(made, here.id)
      } else await takeEntry({ ...device, db }, entry, names)
    }
    await takeDuplicates(db, manifest.seconds ?? [])
    await takePhotos(db, manifest, names, photosToTake(manifest, waiting, arrived))
    await dropLeftFiles(db)
    await note(db, device.now(), 'rescue copy taken in', { entries: manifest.entries.length, known })
    return known
  }
  const { db } = device
  try {
    await storeFiles(device, file, copy, await photosExpected(db, manifest, entries))
    return await inTransaction(db, 'rw', db.tables, take)
  } catch (error) {
    // Files that cannot be deleted now are deleted another day.
    await dropLeftFiles(db).catch(() => undefined)
    throw error
  }
}

/** The photos that will be taken if nothing arrives meanwhile. */
const photosExpected = (db: DeviceDatabase, manifest: Manifest, entries: readonly OutboxEntry[]): Promise<PhotoRow[]> =>
  inTransaction(db, 'r', [db.outbox, db.receipts], async (db) => {
    const waiting: OutboxEntry[] = []
    const arrived: OutboxEntry[] = []
    for (const entry of entries) ((await heldHere(db, entry.key))?.isConfirmed ? arrived : waiting).push(entry)
    return photosToTake(manifest, waiting, arrived)
  })

/** The names of records on the device of the copy, with their ids here. */
type Names = Map<RowName, number>

/**
 * The photos of half-typed forms and of work that waits here. Nothing would ever send or delete a photo of work that
 * has arrived. A damaged entry may have lost the name of its file, so it keeps every photo that no other entry names.
 */
function photosToTake({ photos }: Manifest, waiting: readonly OutboxEntry[], arrived: readonly OutboxEntry[]) {
  const carried = new Set(waiting.flatMap(filesOf))
  const sent = new Set(arrived.flatMap(filesOf))
  const mayBeNameless = waiting.some((it) => it.damaged)
  return photos.filter(({ id, state }) => state === 'draft' || carried.has(id) || (mayBeNameless && !sent.has(id)))
}

/** Stores the rows of photos whose files are here, except what is here already. */
async function takePhotos(
  db: DeviceDatabase,
  { blobs }: Manifest,
  names: Names,
  photos: readonly PhotoRow[],
): Promise<void> {
  const wanted = new Set(photos.map((it) => it.id))
  for (const { photo, part } of blobs)
    if (wanted.has(photo) && !(await hasFile(db, photo, part))) throw new Error(`The file ${photo} has gone meanwhile`)
  for (const photo of photos) {
    if (await db.photos.get(photo.id)) continue
    const owner = photo.ownerType === '' ? 0 : (names.get(rowName(photo.ownerType, photo.ownerId)) ?? photo.ownerId)
    await db.photos.put({ ...photo, ownerId: owner })
  }
}

/**
 * `id`: that of the record which an entry makes, of this device while it waits, the server's once it has arrived; 0 if
 * that is not known. undefined if this device has neither the entry nor its receipt.
 */
async function heldHere(
  db: DeviceDatabase,
  key: string,
  made?: RowName,
): Promise<{ id: number; isConfirmed: boolean } | undefined> {
  const entry = await db.outbox.where('key').equals(key).first()
  if (entry) return { id: entry.id, isConfirmed: false }
  const receipt = await db.receipts.get(key)
  if (!receipt) return undefined
  // A sign-out removes the number from the receipts, but not from the names.
  const given = made && (await db.ids.get([splitName(made)[0], -receipt.seq]))
  return { id: receipt.madeId ?? given?.server ?? 0, isConfirmed: true }
}

/** The name, on the device of the copy, of the record that an entry makes. */
const nameMade = ({ id, touches }: OutboxEntry): RowName | undefined =>
  touches.find((name) => id < 0 && name.endsWith(`:${id}`))

/** Adds an entry to this outbox with a new number; the record it makes gets a local id of this device. */
async function takeEntry(device: Device, entry: OutboxEntry, names: Names): Promise<void> {
  const { db } = device
  const command = commands.get(entry.command)
  const replace = (of: (typeof recordTypes)[number], id: number) => (id < 0 ? (names.get(rowName(of, id)) ?? id) : id)
  const params = mapParams(entry.params, replace)
  const body = command ? mapIds(schemasOf(command.endpoint).body, entry.body, replace) : entry.body
  const rename = (name: RowName): RowName => {
    const known = names.get(name)
    return known === undefined ? name : (`${name.split(':')[0]}:${known}` as RowName)
  }
  const { seq: _, ...rest } = entry
  const left = entry.state === 'sending' ? (repeatable(entry) ? 'waiting' : 'inDoubt') : entry.state
  // Held until a version of the app knows its command and can apply it to its row.
  const state = !command && left === 'waiting' ? 'held' : left
  // Times of the other device's clock mean nothing here.
  const moments = { nextAt: 0, ...(await unknownSince(device)) }
  const seq = await db.outbox.add({ ...rest, ...moments, state, params, body })
  // The entry names the record it makes, because this version of the app may not know its command.
  const id = entry.id < 0 ? -seq : 0
  const made = nameMade(entry)
  if (made) names.set(made, id)
  const taken: OutboxEntry = {
    ...rest,
    ...moments,
    seq,
    state,
    params,
    body,
    id,
    touches: command?.links ? touchesOf(command, { params, body, id }) : entry.touches.map(rename),
    needs: entry.needs.map(rename).filter((name) => Number(name.split(':')[1]) < 0),
    group: entry.group === '' ? '' : rename(entry.group as RowName),
  }
  for (const name of taken.touches) await keepShadow(db, name)
  await db.outbox.put(taken)
  // A request that left the other phone may still be carried out.
  if (entry.attempts > 0) await recordInFlight(device, taken)
  if (command) await unlessDamaged(async () => command.write(db, await resolveIds(db, command, taken)), undefined)
}
