import type { RecordType } from '../../contract/id.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type OutboxEntry, photoRowName } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import type { Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import type { Device } from '../device/device.ts'
import { needsOf } from '../entry/ids.ts'
import { newEntry } from '../entry/new-entry.ts'
import type { Numbering } from './guessed-number.ts'
import { beginPhotoProgress } from './photo-progress.ts'

/** A call of a command, with current ids, and its time. */
export interface CommandCall {
  params: Record<string, number>
  body: unknown
  /** The device's clock (ms), and how far the server's clock was ahead of it then (ms). */
  at: number
  offset: number
  /** The record as the form showed it. */
  seen?: object
  /** The key of its entry; a new one if it is left out. */
  key?: string
}

/** A new entry for a call. */
export const queued = (command: Command, { params, body, at, offset, key }: CommandCall, userId: number) =>
  newEntry(
    {
      ...{ command: command.name, version: command.version, userId },
      ...{ params, body, capturedAt: at, clockOffsetMs: offset },
    },
    key,
  )

/**
 * The rows of files chosen in a form, without those that a first tap has already given to a record. Starts a new photo
 * count if no file waits.
 */
export async function filesToAttach(db: DeviceDatabase, photos: readonly string[]): Promise<PhotoRow[]> {
  if (photos.length === 0) return []
  const [rows] = await Promise.all([db.photos.bulkGet([...photos]), beginPhotoProgress(db)])
  return photos.flatMap((photo, at) => {
    const row = rows[at]
    if (!row) throw new Error(`The file ${photo} is not on this device`)
    return row.state === 'draft' ? [row] : []
  })
}

/** Attaches files to a record. */
export const handOver = async (
  db: DeviceDatabase,
  files: readonly PhotoRow[],
  { type, id }: { type: RecordType; id: number },
): Promise<void> => {
  await db.photos.bulkPut(files.map((it) => ({ ...it, state: 'waiting', form: '', ownerType: type, ownerId: id })))
}

/** Queues the calls that carry the files of a record that was just made, unless its own call carries them. */
export async function queueFiles(
  device: Device,
  command: Command,
  owner: OutboxEntry,
  files: readonly PhotoRow[],
  numbering: Numbering,
): Promise<void> {
  if (files.length === 0 || (command.withFiles && command.makes)) return
  const carrier = commands.get(command.photo?.name ?? '')
  if (!carrier || !command.makes) throw new Error(`${command.name} takes no files`)
  const params = { [`${command.makes}Id`]: owner.id }
  const call = { params, body: {}, at: owner.capturedAt, offset: owner.clockOffsetMs }
  await storeCarriers(device, carrier, call, files, numbering)
}

/** Attaches files to a record and queues the calls that carry them. */
export async function queueCarriers(
  device: Device,
  command: Command,
  call: CommandCall,
  files: readonly PhotoRow[],
  numbering: Numbering,
): Promise<void> {
  const owner = command.ownerOf?.(call.params)
  if (!owner) throw new Error(`${command.name} names no owner`)
  await Promise.all([handOver(device.db, files, owner), storeCarriers(device, command, call, files, numbering)])
}

/** One call for each file, in the order in which they were chosen. */
async function storeCarriers(
  { db, userId }: Device,
  command: Command,
  call: CommandCall,
  files: readonly PhotoRow[],
  { gave }: Numbering,
): Promise<void> {
  if (files.length === 0) return
  const { params, body, at } = call
  const group = (await command.group?.(db, { params, body, id: 0, at, userId, before: null })) ?? ''
  const needs = needsOf(schemasOf(command.endpoint).body, params, body)
  const entries = files.map(({ id: photo }) => ({
    ...queued(command, call, userId),
    ...{ photo, touches: [photoRowName(photo)], needs, group },
  }))
  gave(await db.outbox.bulkAdd(entries))
}
