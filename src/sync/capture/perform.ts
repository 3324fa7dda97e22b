import * as z from 'zod/mini'
import type { Params } from '../../contract/endpoint.ts'
import type { RecordType } from '../../contract/id.ts'
import { idsIn, idsInParams, mapIds, mapParams, type Ref } from '../../contract/refs.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type OutboxEntry, photoRowName, type RowName, rowName } from '../../db/outbox.ts'
import { type Asked, type Command, touchesOf } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import type { Device } from '../device/device.ts'
import { formNames, needsOf, serverIdOf, splitName } from '../entry/ids.ts'
import { note } from '../entry/journal.ts'
import { newEntry } from '../entry/new-entry.ts'
import { keepShadow } from '../entry/rebuild.ts'
import { withObservedAt } from './observed-at.ts'
import { beginPhotoProgress } from './photo-progress.ts'
import { RecordGone } from './record-gone.ts'
import { withRoom } from './reserve.ts'

/** Files chosen in a form, by the ids under which they were taken in. */
export interface Extra {
  photos?: readonly string[]
  /** The form whose draft ends with this command. */
  form?: string
  /** The record as the form showed it when it was opened; without it, as the device has it now. */
  seen?: object
}

/**
 * Does what the user asked on this device, and queues the call for the server, in one durable transaction with its
 * files: the change and its entries are all stored, or nothing is (I8). Answers the id of a new record, else 0.
 * Throws z.core.$ZodError on a body that breaks the contract, RecordGone when what it belongs to was discarded here, and
 * Dexie's QuotaExceededError when the device is full.
 */
export async function perform<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  device: Device,
  typed: Command<Path, Body, Reply>,
  params: Params<Path>,
  raw: z.input<Body>,
  extra: Extra = {},
): Promise<number> {
  // The engine carries commands whose types are known only while running.
  const command = typed as unknown as Command
  const { db } = device
  const at = device.now()
  const id = await inOneTransaction(db, async (db) => {
    const inside = { ...device, db }
    const offset = await db.fact('clockOffsetMs', 0)
    const body = z.parse(command.endpoint.body, withObservedAt(command.endpoint, raw, at + offset))
    const known = await knownIds(db, [...idsInParams(params), ...idsIn(command.endpoint.body, body)])
    const call: CommandCall = {
      params: mapParams(params, known),
      body: mapIds(command.endpoint.body, body, known),
      at,
      offset,
      ...(extra.seen ? { seen: extra.seen } : {}),
    }
    if (await takenBack(inside, command, call)) return 0
    await mustExist(db, needsOf(command.endpoint.body, call.params, call.body))
    const [entry] = await Promise.all([
      queue(inside, command, call),
      extra.form ? formNames(db, extra.form).then((names) => db.drafts.bulkDelete(names)) : undefined,
    ])
    await attach(inside, command, entry, extra.photos ?? [])
    return entry.id
  })
  device.wake()
  return id
}

/** Queues files for a record that exists, here or on the server. */
export async function addFiles(
  device: Device,
  photoCommand: Command,
  params: Record<string, number>,
  photos: readonly string[],
) {
  const { db } = device
  const at = device.now()
  const offset = await db.fact('clockOffsetMs', 0)
  await inOneTransaction(db, async (db) => {
    const known = await knownIds(db, idsInParams(params))
    await beginPhotoProgress(db)
    for (const photo of photos)
      await queuePhoto(
        { ...device, db },
        photoCommand,
        { params: mapParams(params, known), body: {}, at, offset },
        photo,
      )
  })
  device.wake()
}

/** Writes in one transaction, on a full device too as long as there is any room to be made. */
const inOneTransaction = <Result>(
  db: DeviceDatabase,
  write: (db: DeviceDatabase) => Promise<Result>,
): Promise<Result> => withRoom(db, () => inTransaction(db, 'rw', db.tables, write))

/** Throws RecordGone when a record is neither at the office nor on its way there. */
async function mustExist(db: DeviceDatabase, needs: readonly RowName[]): Promise<void> {
  const locals = needs.map((name) => splitName(name)[1])
  const makers = await db.outbox.bulkGet(locals.map((id) => -id))
  const orphan = needs.find((_, at) => !makers[at])
  if (orphan) throw new RecordGone(orphan)
}

interface CommandCall {
  params: Record<string, number>
  body: unknown
  at: number
  offset: number
  seen?: object
}

/** Old links carry local ids, or numbers of a lost town: replaces those whose id of today is known. */
async function knownIds(db: DeviceDatabase, named: readonly Ref[]): Promise<(of: RecordType, id: number) => number> {
  const given = new Map<RowName, number>()
  for (const { of, id } of named) given.set(rowName(of, id), await serverIdOf(db, of, id))
  return (of, id) => given.get(rowName(of, id)) ?? id
}

async function queue(device: Device, command: Command, call: CommandCall): Promise<OutboxEntry> {
  const { db, userId } = device
  const draft = queued(command, call, userId)
  const seq = await db.outbox.add(draft)
  const id = command.makes ? -seq : 0
  const before = await valuesSeen(db, command, call)
  const asked: Asked = { params: call.params, body: call.body, id, at: call.at, userId, before }
  const touches = touchesOf(command, { ...call, id })
  const entry: OutboxEntry = {
    ...draft,
    seq,
    id,
    touches,
    needs: needsOf(command.endpoint.body, call.params, call.body),
    group: (await command.group?.(db, asked)) ?? '',
    barrier: command.barrier?.(call.body) ?? false,
    before,
  }
  for (const name of touches) await keepShadow(db, name)
  if (command.replaces) await replaceEarlier(device, entry)
  // Both are asked for at once; the database does them in this order.
  await Promise.all([db.outbox.put(entry), command.write(db, { ...asked, before: entry.before })])
  return entry
}

const queued = (command: Command, { params, body, at, offset }: CommandCall, userId: number) =>
  newEntry({
    ...{ command: command.name, version: command.version, userId },
    ...{ params, body, capturedAt: at, clockOffsetMs: offset },
  })

/** The compared fields as the user saw them: what the form showed, else the shown row before this change. */
async function valuesSeen(db: DeviceDatabase, command: Command, { params, seen }: CommandCall) {
  const changed = command.changes?.(params)
  if (!command.compares || !changed) return null
  const shown = async () => db.anyRows(changed.type).get(await serverIdOf(db, changed.type, changed.id))
  const row: object | undefined = seen ?? (await shown())
  if (!row) return null
  return Object.fromEntries(command.compares.fields.map((field) => [field, Reflect.get(row, field) ?? null]))
}

/** An absolute value makes an earlier one that never left pointless: two taps on a flag send one call. */
async function replaceEarlier(device: Device, entry: OutboxEntry): Promise<void> {
  const { db } = device
  const name = entry.touches[0]
  if (!name) return
  const same = (await db.outbox.where('touches').equals(name).sortBy('seq')).at(-1)
  if (
    same?.command !== entry.command ||
    same.state !== 'waiting' ||
    same.attempts > 0 ||
    same.barrier !== entry.barrier
  )
    return
  entry.before = same.before
  await db.outbox.delete(same.seq)
  await db.receipts.put({
    key: same.key,
    command: same.command,
    seq: same.seq,
    how: 'replaced',
    at: device.now(),
    tick: await db.fact('tick', 0),
    touches: same.touches,
    madeId: null,
    words: '',
  })
  await note(db, device.now(), 'replaced', { key: same.key, by: entry.key })
}

/** A command of which nothing reached the server is taken back by its opposite: it goes, and nothing is sent. */
async function takenBack(device: Device, command: Command, call: CommandCall): Promise<boolean> {
  const { db } = device
  const [name] = command.undoes ? touchesOf(command, { ...call, id: 0 }) : []
  if (!name) return false
  const last = (await db.outbox.where('touches').equals(name).sortBy('seq')).at(-1)
  if (!last || last.command !== command.undoes) return false
  if (last.state !== 'refused' && !(last.state === 'waiting' && last.attempts === 0)) return false
  await db.outbox.delete(last.seq)
  await note(db, device.now(), 'taken back', { key: last.key, command: last.command })
  return true
}

async function attach(device: Device, command: Command, owner: OutboxEntry, photos: readonly string[]): Promise<void> {
  if (photos.length === 0) return
  await beginPhotoProgress(device.db)
  if (command.withFiles && command.makes) {
    for (const photo of photos) await handOver(device.db, photo, { type: command.makes, id: owner.id })
    const touches = [...owner.touches, ...photos.map(photoRowName)]
    await device.db.outbox.update(owner.seq, { files: [...photos], touches })
    return
  }
  const carrier = commands.get(command.photo?.name ?? '')
  if (!carrier || !command.makes) throw new Error(`${command.name} takes no files`)
  const params = { [`${command.makes}Id`]: owner.id }
  for (const photo of photos) {
    await queuePhoto(device, carrier, { params, body: {}, at: owner.capturedAt, offset: owner.clockOffsetMs }, photo)
  }
}

async function queuePhoto(device: Device, command: Command, call: CommandCall, photo: string): Promise<void> {
  const { db } = device
  const owner = command.ownerOf?.(call.params)
  if (!owner) throw new Error(`${command.name} names no owner`)
  await handOver(db, photo, owner)
  const draft = queued(command, call, device.userId)
  const asked: Asked = {
    params: call.params,
    body: call.body,
    id: 0,
    at: call.at,
    userId: device.userId,
    before: null,
  }
  await db.outbox.add({
    ...draft,
    photo,
    touches: [photoRowName(photo)],
    needs: needsOf(command.endpoint.body, call.params, call.body),
    group: (await command.group?.(db, asked)) ?? '',
  })
}

/** A file leaves its form and hangs on a record from now on. */
async function handOver(db: DeviceDatabase, photo: string, owner: { type: RecordType; id: number }): Promise<void> {
  const taken = await db.photos.update(photo, { state: 'waiting', form: '', ownerType: owner.type, ownerId: owner.id })
  if (taken === 0) throw new Error(`The file ${photo} is not on this device`)
}
