import { mapParams } from '../../contract/params.ts'
import { mapIds } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import {
  filesOf,
  isRow,
  linkEnds,
  linkName,
  type OutboxEntry,
  photoRowName,
  type RowName,
  rowName,
  type SentWork,
} from '../../db/outbox.ts'
import { touchesOf } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { same } from '../../rules/same.ts'
import { beginPhotoProgress } from '../capture/photo-progress.ts'
import { sentBytes } from '../capture/ready.ts'
import type { Device } from '../device/device.ts'
import { unknownSince } from '../entry/answer-wait.ts'
import { eachEntry } from '../entry/each-entry.ts'
import { needsOf } from '../entry/ids.ts'
import { noFormerNames, splitName } from '../entry/names.ts'
import { asNeverSent } from '../entry/new-entry.ts'
import { keepShadow, rebuild } from '../entry/rebuild.ts'
import { madeBy } from '../entry/sent-work.ts'

/** Records of the lost town, by its numbers, and the local ids under which they wait again. */
type Renamed = ReadonlyMap<RowName, number>

/** How much is sent again: records with their changes, and files; and how many files no longer have bytes here. */
interface PutBack {
  records: number
  photos: number
  photosGone: number
}

/**
 * Puts what a town has lost back into the outbox, in the old order and under the old keys. A record that must be made
 * again gets its local id back, and everything that names its old number is renamed. Runs inside a fenced transaction.
 */
export async function putBack(device: Device, lost: readonly SentWork[]): Promise<PutBack> {
  const { db } = device
  // ETags of lists belong to the lost town, and none of its changes can still be carried out.
  await db.pulls.toCollection().modify({ etag: null })
  await db.setFact('late', {})
  if (lost.length === 0) return { records: 0, photos: 0, photosGone: 0 }
  const inOrder = [...lost].sort((a, b) => a.seq - b.seq)
  const renamed = await makeLocal(db, inOrder)
  const stale = await renameWaiting(db, renamed)
  await beginPhotoProgress(db)
  const count: PutBack = { records: lost.filter(({ entry }) => entry.photo === null).length, photos: 0, photosGone: 0 }
  for (const it of inOrder) {
    const entry = await unlessThere(device, it, again(it, renamed))
    const whole = await withBytes(db, entry)
    const going = whole.problem ? 0 : filesOf(whole).length
    count.photos += going
    count.photosGone += filesOf(entry).length - going
    for (const name of whole.touches) await keepShadow(db, name)
    await db.outbox.put(whole)
    await db.receipts.delete(it.key)
    await db.sent.delete(it.key)
    for (const name of whole.touches) stale.add(name)
  }
  for (const name of stale) await rebuild(db, name)
  return count
}

/** Gives records that are made again their local ids in place of the lost town's numbers. */
async function makeLocal(db: DeviceDatabase, lost: readonly SentWork[]): Promise<Renamed> {
  const renamed = new Map<RowName, number>()
  for (const work of lost) {
    const { entry } = work
    const made = madeBy(work)
    if (!made) continue
    const { type, id } = made
    await db.ids.delete([type, entry.id])
    const name = rowName(type, id)
    // Two records made here may have become one at the office. The number then means the first.
    if (renamed.has(name)) continue
    renamed.set(name, entry.id)
    await db.anyRows(type).delete(id)
    await db.shadows.delete([type, id])
    await db.photos.where('[ownerType+ownerId]').equals([type, id]).modify({ ownerId: entry.id })
  }
  await db.setFact('former', { ...(await db.fact('former', noFormerNames)), ...Object.fromEntries(renamed) })
  return renamed
}

/** Renames such records in waiting entries. Returns the rows to rebuild. */
async function renameWaiting(db: DeviceDatabase, renamed: Renamed): Promise<Set<RowName>> {
  const changed: OutboxEntry[] = []
  await eachEntry(db, (entry) => {
    const now = renamedEntry(entry, renamed)
    if (now !== entry) changed.push(now)
  })
  await db.outbox.bulkPut(changed)
  return new Set(changed.flatMap((it) => it.touches))
}

/** The entry with local ids in place of lost numbers; the same object if it has none. */
function renamedEntry(entry: OutboxEntry, renamed: Renamed): OutboxEntry {
  const command = commands.get(entry.command)
  const replace = (of: Parameters<typeof rowName>[0], id: number) => renamed.get(rowName(of, id)) ?? id
  const params = mapParams(entry.params, replace)
  const body = command ? mapIds(schemasOf(command.endpoint).body, entry.body, replace) : entry.body
  const touches = entry.touches.map((name) => renamedRow(name, renamed))
  const group = entry.group === '' ? '' : renamedRow(entry.group as RowName, renamed)
  const now = { ...entry, params, body, touches, group }
  if (same(now, entry)) return entry
  const needs = command ? needsOf(schemasOf(command.endpoint).body, params, body) : entry.needs
  // Its frozen bytes name a record that the restored town does not have.
  return { ...now, needs, wire: null }
}

function renamedRow(name: RowName, renamed: Renamed): RowName {
  const ends = linkEnds(name)
  if (ends) return linkName(renamedRow(ends[0], renamed), renamedRow(ends[1], renamed))
  const local = isRow(name) ? renamed.get(name) : undefined
  return local === undefined ? name : rowName(splitName(name)[0], local)
}

/** The entry as it was saved, ready to be sent for the first time. */
function again(work: SentWork, renamed: Renamed): OutboxEntry {
  const { entry } = work
  const { former: _, ...saved } = entry
  const made = madeBy(work)
  const command = commands.get(entry.command)
  const files = filesOf(entry).map(photoRowName)
  const fresh: OutboxEntry = {
    ...asNeverSent(renamedEntry(saved, renamed)),
    ...(made ? { former: made.id } : {}),
  }
  return command?.makes ? { ...fresh, touches: [...touchesOf(command, fresh), ...files] } : fresh
}

/**
 * If an entry was sent without a key, or was found in a list, no key tells whether the town has it. So it is looked
 * for first, as after a lost answer. If the record that it belongs to is lost, so is the entry, and it is sent at
 * once.
 */
async function unlessThere(
  device: Device,
  { proven, entry: sent }: SentWork,
  entry: OutboxEntry,
): Promise<OutboxEntry> {
  const command = commands.get(entry.command)
  const isListed = command?.listedIn !== undefined || command?.filesListedBy !== undefined
  if (proven || !isListed || command?.endpoint.repeat !== 'make') return entry
  const given = await device.db.ids.bulkGet(entry.needs.map(splitName))
  if (given.some((it) => it === undefined)) return entry
  // A restored town has the ids of the backup. Ids that were in the list before the first sending are not ours.
  return { ...entry, state: 'inDoubt', baseline: sent.baseline ?? [], ...(await unknownSince(device)) }
}

/** A file whose bytes were deleted cannot be sent again: a text is sent without it, a photo alone is refused. */
async function withBytes(db: DeviceDatabase, entry: OutboxEntry): Promise<OutboxEntry> {
  const here: string[] = []
  for (const file of filesOf(entry)) if (await isHere(db, file)) here.push(file)
  // A file alone stays in the outbox, so it must not count as stored at the office, with or without its bytes.
  const waiting = entry.photo === null ? here : filesOf(entry)
  await db.photos.where('id').anyOf(waiting).modify({ state: 'waiting', verifiedAt: null })
  if (entry.photo !== null)
    return here.length > 0
      ? entry
      : {
          ...entry,
          state: 'refused',
          problem: { kind: 'photoGone', detail: 'The bytes of this file are no longer on this device.' },
        }
  const gone = filesOf(entry).filter((it) => !here.includes(it))
  if (gone.length === 0) return entry
  // No entry carries these files any more, so they must not count as sent.
  await db.photos.bulkDelete(gone)
  await db.blobs.where('photo').anyOf(gone).delete()
  const names = new Set(gone.map(photoRowName))
  return { ...entry, files: here, touches: entry.touches.filter((name) => !names.has(name)) }
}

async function isHere(db: DeviceDatabase, file: string): Promise<boolean> {
  const photo = await db.photos.get(file)
  return photo !== undefined && (await db.blobs.get([file, sentBytes(photo).part])) !== undefined
}
