import * as z from 'zod/mini'
import type { Params } from '../../contract/call-name.ts'
import type { Id } from '../../contract/id.ts'
import { idsInParams, mapParams } from '../../contract/params.ts'
import { idsIn, mapIds } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type OutboxEntry, photoRowName, type Shadow } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { type Command, touchesOf } from '../../records/command.ts'
import { type Device, newKey } from '../device/device.ts'
import { needsOf } from '../entry/ids.ts'
import { note } from '../entry/journal.ts'
import { formNames } from '../entry/names.ts'
import { unkeptCopies } from '../entry/rebuild.ts'
import { type Numbering, withNumbers } from './guessed-number.ts'
import { namesOfToday } from './names-of-today.ts'
import { withObservedAt } from './observed-at.ts'
import { type CommandCall, filesToAttach, handOver, queueCarriers, queued, queueFiles } from './queue-files.ts'
import { withRoom } from './reserve.ts'

/** Files chosen in a form, by the ids that they got when they were stored. */
export interface Extra {
  photos?: readonly string[]
  /** The form whose draft is deleted by this command. */
  form?: string
  /** The record as the form showed it when it was opened. Without it, the device's current row is used. */
  seen?: object
  /** A change of the new record, or one that belongs to it, stored in the same transaction. */
  also?: (id: Id) => { command: Command; params: Record<string, number>; body: unknown }
  /** Runs last in the same transaction, with the id of the new record. What it throws undoes everything. */
  beside?: (db: DeviceDatabase, id: Id) => Promise<void>
}

/**
 * Does what the user asked on this device and queues the call, in one durable transaction with its files. The change,
 * its entry and its files are all stored, once, or nothing is (I8). Returns the id of a new record, else 0. Throws
 * z.core.$ZodError for a body that breaks the contract, RecordGone if its parent was discarded here, and Dexie's
 * QuotaExceededError if the device is full.
 */
export async function perform<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  device: Device,
  typed: Command<Path, Body, Reply>,
  params: Params<Path>,
  raw: z.input<Body>,
  extra: Extra = {},
): Promise<number> {
  // The engine handles all commands alike; their types are known only at run time.
  const command = typed as unknown as Command
  const { db } = device
  const at = device.now()
  const schema = schemasOf(command.endpoint).body
  const asIfNow = z.parse(schema, withObservedAt(schema, raw, at))
  const key = newKey()
  const store = async (db: DeviceDatabase, numbering: Numbering) => {
    const named = [...idsInParams(params), ...idsIn(schema, asIfNow)]
    const asNamed = { params, body: asIfNow, at, key, ...(extra.seen ? { seen: extra.seen } : {}) }
    // One round of reads. It uses the ids as given, since they are nearly always still current.
    const [names, found, forms, files] = await Promise.all([
      namesOfToday(db, named),
      whatStands(db, command, { ...asNamed, offset: 0 }),
      extra.form ? formNames(db, extra.form) : [],
      filesToAttach(db, extra.photos ?? []),
    ])
    const { offset, idOf } = names
    const body = offset === 0 ? asIfNow : z.parse(schema, withObservedAt(schema, raw, at + offset))
    const call: CommandCall = {
      ...asNamed,
      params: mapParams(params, idOf),
      body: mapIds(schema, body, idOf),
      offset,
    }
    const stands = names.isSame ? found : await whatStands(db, command, call)
    const inside = { ...device, db }
    if (await takenBack(inside, command, stands.last, key)) return 0
    await names.mustExist(needsOf(schema, call.params, call.body))
    const [entry] = await Promise.all([
      queue(inside, command, call, stands, files, numbering),
      forms.length > 0 ? db.drafts.bulkDelete(forms) : undefined,
    ])
    await queueFiles(inside, command, entry, files, numbering)
    if (extra.also) await queueAlso(inside, extra.also(entry.id), call, numbering)
    await extra.beside?.(db, entry.id)
    return entry.id
  }
  const tables = scopeOf(db, command, params, extra)
  const id = await withRoom(db, async (isAgain) => {
    const stored = isAgain ? await idStored(db, key) : null
    return stored ?? inOneTransaction(db, tables, store)
  })
  device.wake()
  return id
}

/**
 * The id that perform() returns for an entry that is stored or already sent, and for a command that took back an
 * earlier one; null for one that was never stored.
 */
async function idStored(db: DeviceDatabase, key: string): Promise<number | null> {
  const entry = await db.outbox.get({ key })
  if (entry) return entry.id
  const receipt = await db.receipts.get(key)
  if (receipt) return receipt.madeId ?? 0
  // Taking back leaves no entry. Since the first attempt, the engine has written a few lines at most.
  const lines = await db.journal.orderBy('n').reverse().limit(200).toArray()
  return lines.some(({ what, facts }) => what === 'taken back' && JSON.parse(facts).by === key) ? 0 : null
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
  const store = async (db: DeviceDatabase, numbering: Numbering) => {
    const [{ offset, idOf }, files] = await Promise.all([
      namesOfToday(db, idsInParams(params)),
      // Only files that no earlier attempt has queued.
      filesToAttach(db, photos),
    ])
    const call = { params: mapParams(params, idOf), body: {}, at, offset }
    await queueCarriers({ ...device, db }, photoCommand, call, files, numbering)
  }
  await withRoom(db, () => inOneTransaction(db, db.tables, store))
  device.wake()
}

/** Runs the write in one transaction. */
const inOneTransaction = <Result>(
  db: DeviceDatabase,
  tables: DeviceDatabase['tables'],
  write: (db: DeviceDatabase, numbering: Numbering) => Promise<Result>,
): Promise<Result> => withNumbers(db, (numbering) => inTransaction(db, 'rw', tables, (db) => write(db, numbering)))

/** The tables that a command reads or writes; all tables if it does not name them. */
function scopeOf(
  db: DeviceDatabase,
  command: Command,
  params: Record<string, number>,
  { photos = [] }: Extra,
): DeviceDatabase['tables'] {
  const own = command.makes ?? command.changes?.(params).type
  if (!command.uses || !own) return db.tables
  const scope = new Set<string>(['outbox', 'ids', 'meta', 'drafts', 'shadows', own, ...command.uses])
  if (command.replaces || command.undoes) for (const name of ['receipts', 'journal']) scope.add(name)
  if (photos.length > 0) scope.add('photos')
  return db.tables.filter(({ name }) => scope.has(name))
}

/** The state of this device before a command is carried out. */
interface Standing {
  /** The compared fields as the user saw them: from the form, else from the row before this change. */
  before: OutboxEntry['before']
  group: OutboxEntry['group']
  /** Server copies that are now kept as shadows. */
  copies: Shadow[]
  /** The last entry of the same row, if the command may replace it or take it back. */
  last: OutboxEntry | undefined
}

/** Reads it in one round. */
async function whatStands(db: DeviceDatabase, command: Command, call: CommandCall): Promise<Standing> {
  // A new record has no number and no row yet.
  const touches = command.makes ? [] : touchesOf(command, { ...call, id: 0 })
  const [name] = command.replaces || command.undoes ? touches : []
  const [before, group, copies, same] = await Promise.all([
    valuesSeen(db, command, call),
    command.group?.(db, { ...call, id: 0, userId: 0, before: null }) ?? '',
    unkeptCopies(db, touches),
    name ? db.outbox.where('touches').equals(name).sortBy('seq') : [],
  ])
  return { before, group, copies, last: same.at(-1) }
}

async function valuesSeen(db: DeviceDatabase, command: Command, { params, seen }: CommandCall) {
  const changed = command.changes?.(params)
  if (!command.compares || !changed) return null
  const row: object | undefined = seen ?? (await db.anyRows(changed.type).get(changed.id))
  if (!row) return null
  return Object.fromEntries(command.compares.fields.map((field) => [field, Reflect.get(row, field) ?? null]))
}

/** Stores the entry and applies it to the shown row, in one round of writes. */
async function queue(
  device: Device,
  command: Command,
  call: CommandCall,
  stands: Standing,
  files: readonly PhotoRow[],
  numbering: Numbering,
): Promise<OutboxEntry> {
  const { db, userId } = device
  const draft = queued(command, call, userId)
  // The number matters only for a new record: it becomes the record's id.
  const guess = numbering.guess()
  const asked = command.makes && guess === null ? await db.outbox.add({ ...draft }) : undefined
  const number = command.makes ? (asked ?? guess ?? 0) : 0
  const id = 0 - number
  const replaced = command.replaces ? replaceable(stands.last, command, call) : undefined
  const before = replaced ? replaced.before : stands.before
  const attached = command.withFiles ? files.map((it) => it.id) : []
  const entry: Omit<OutboxEntry, 'seq'> = {
    ...draft,
    id,
    touches: [...touchesOf(command, { ...call, id }), ...attached.map(photoRowName)],
    needs: needsOf(schemasOf(command.endpoint).body, call.params, call.body),
    group: stands.group,
    barrier: command.barrier?.(call.body) ?? false,
    before,
    ...(attached.length > 0 ? { files: attached } : {}),
  }
  // Sent without awaiting in between; the database runs them in this order.
  const [seq] = await Promise.all([
    asked === undefined ? db.outbox.add({ ...entry }) : db.outbox.put({ ...entry, seq: asked }),
    stands.copies.length > 0 ? db.shadows.bulkPut(stands.copies) : undefined,
    replaced ? giveWay(device, replaced, entry) : undefined,
    command.write(db, { params: call.params, body: call.body, id, at: call.at, userId, before }),
    command.makes && files.length > 0 ? handOver(db, files, { type: command.makes, id }) : undefined,
  ])
  numbering.gave(seq, command.makes ? number : seq)
  return { ...entry, seq }
}

/** Queues a change of the record that was just made, or one that belongs to it. */
async function queueAlso(
  device: Device,
  { command, params, body }: ReturnType<NonNullable<Extra['also']>>,
  { at, offset }: CommandCall,
  numbering: Numbering,
): Promise<void> {
  const { body: schema } = schemasOf(command.endpoint)
  const { idOf } = await namesOfToday(device.db, idsInParams(params))
  const dated = z.parse(schema, withObservedAt(schema, body, at + offset))
  const call = { params: mapParams(params, idOf), body: dated, at, offset }
  await queue(device, command, call, await whatStands(device.db, command, call), [], numbering)
}

/** A newer absolute value replaces an earlier one that has not left: two taps on a flag send one call. */
function replaceable(last: OutboxEntry | undefined, command: Command, { body }: CommandCall): OutboxEntry | undefined {
  if (last?.command !== command.name || last.state !== 'waiting' || last.attempts > 0) return undefined
  return last.barrier === (command.barrier?.(body) ?? false) ? last : undefined
}

async function giveWay({ db, now }: Device, same: OutboxEntry, by: Pick<OutboxEntry, 'key'>): Promise<void> {
  await db.outbox.delete(same.seq)
  await db.receipts.put({
    key: same.key,
    command: same.command,
    seq: same.seq,
    how: 'replaced',
    at: now(),
    tick: await db.fact('tick', 0),
    touches: same.touches,
    madeId: null,
    words: '',
  })
  await note(db, now(), 'replaced', { key: same.key, by: by.key })
}

/**
 * If nothing of a command has reached the server, its opposite deletes it and nothing is sent. A refusal proves that only
 * for a first sending: an earlier one without an answer may have been carried out.
 */
async function takenBack(
  { db, now }: Device,
  command: Command,
  last: OutboxEntry | undefined,
  by: string,
): Promise<boolean> {
  if (!command.undoes || last?.command !== command.undoes) return false
  const isUndone = (last.state === 'refused' && last.attempts <= 1) || (last.state === 'waiting' && last.attempts === 0)
  if (!isUndone) return false
  await db.outbox.delete(last.seq)
  await note(db, now(), 'taken back', { key: last.key, command: last.command, by })
  return true
}
