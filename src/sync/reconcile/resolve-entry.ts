import * as z from 'zod/mini'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { filesOf, type OutboxEntry, photoRowName, type RowName, rowName } from '../../db/outbox.ts'
import type { Command } from '../../records/command.ts'
import { commands } from '../../records/index.ts'
import { changedFields } from '../../records/merge.ts'
import { withRoom } from '../capture/reserve.ts'
import type { Device } from '../device/device.ts'
import { newKey } from '../device/device.ts'
import { wordsOf } from '../entry/damage.ts'
import { deletePhoto } from '../entry/delete-photo.ts'
import { repairDraft } from '../entry/drafts.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import { seeInstead } from '../entry/followers.ts'
import { needsOf, resolveIds } from '../entry/ids.ts'
import { inFlightRows } from '../entry/in-flight-rows.ts'
import { note } from '../entry/journal.ts'
import { madeTypeOf } from '../entry/made-type.ts'
import { splitName } from '../entry/names.ts'
import { asNeverSent } from '../entry/new-entry.ts'
import { rebuild } from '../entry/rebuild.ts'
import { lastDoubtChecked } from './unknown-outcome.ts'

/**
 * What the user can do to unsent work. Each action is written to the journal. Nothing else ends an entry that the
 * server has not confirmed (I1).
 */

/**
 * Runs a decision in one transaction, and on a full device frees room for it. Each decision looks first in what state
 * its entry is, so it may run again: after an abort by the browser, which may have stored it all the same.
 */
const decide = <Result>(db: DeviceDatabase, decision: (db: DeviceDatabase) => Promise<Result>): Promise<Result> =>
  withRoom(db, () => inTransaction(db, 'rw', db.tables, decision))

/**
 * Sends an entry again unchanged: after a refusal whose cause is gone, or an unknown outcome that the user has
 * checked.
 */
export async function retry(device: Device, key: string): Promise<void> {
  const { db } = device
  await decide(db, async (db) => {
    const entry = await db.outbox.where('key').equals(key).first()
    if (!entry || entry.state === 'sending') return
    const looked = entry.problem?.kind === 'doubt' ? lastDoubtChecked(entry) : (entry.looked ?? 0)
    const again = entry.problem?.kind === 'keyUsed' ? withEarlierText(entry) : entry
    if (again !== entry) await seeInstead(db, entry, Object(again.body))
    await db.outbox.put({ ...again, state: 'waiting', problem: null, nextAt: 0, failures: 0, misses: 0, looked })
    await note(db, device.now(), 'retried by hand', { key })
    if (again !== entry) for (const name of entry.touches) await rebuild(db, name)
  })
  device.wake()
}

/**
 * Gives a refused entry a new body, which is sent in its old place. A refusal makes nothing, so the entry gets a new key.
 * It keeps its key if an earlier sending may have made the record, or may still make it: a server that keeps keys
 * carries out only one of both (I2). False if it is being sent, or has been sent. Throws z.core.$ZodError for a body that
 * breaks the contract.
 */
export async function repair(device: Device, key: string, raw: unknown): Promise<boolean> {
  return repairEntry(device, key, () => ({ raw }))
}

/**
 * Takes one of several files out of a refused entry, so that the rest can be sent: the server accepts a call with all of
 * its files or not at all. Otherwise like `repair`. The file is deleted from this device.
 */
export async function leaveOut(device: Device, key: string, photo: string): Promise<boolean> {
  return repairEntry(device, key, ({ body }) => ({ raw: body, leftOut: photo }))
}

async function repairEntry(
  device: Device,
  key: string,
  change: (entry: OutboxEntry) => { raw: unknown; leftOut?: string },
): Promise<boolean> {
  const { db } = device
  // An earlier run of the decision may have been stored although it was aborted.
  let isDone = false
  await decide(db, async (db) => {
    const entry = await db.outbox.where('key').equals(key).first()
    const command = entry && commands.get(entry.command)
    if (!entry || !command) return
    isDone = entry.state !== 'sending' && entry.state !== 'inDoubt'
    if (!isDone) return
    const { raw, leftOut } = change(entry)
    const body = z.parse(schemasOf(command.endpoint).body, raw)
    const needs = needsOf(schemasOf(command.endpoint).body, entry.params, body)
    const kept = mayHaveMade(entry, command) ? whatWasSent(entry) : { key: newKey() }
    const next: OutboxEntry = { ...withoutFile(asNeverSent(entry), leftOut), ...kept, body, needs }
    await seeInstead(db, entry, Object(body))
    await db.outbox.put(next)
    // A half-typed correction of the text is not saved by leaving out a file.
    if (leftOut) await deletePhoto(db, leftOut)
    else await db.drafts.delete(repairDraft(entry.seq))
    await note(db, device.now(), 'repaired by hand', { key, now: next.key })
    for (const name of entry.touches) await rebuild(db, name)
  })
  device.wake()
  return isDone
}

function withoutFile(entry: OutboxEntry, photo: string | undefined): OutboxEntry {
  if (photo === undefined) return entry
  const { files = [], touches, ...rest } = entry
  const left = files.filter((it) => it !== photo)
  return {
    ...rest,
    touches: touches.filter((it) => it !== photoRowName(photo)),
    ...(left.length > 0 ? { files: left } : {}),
  }
}

/** Whether a sending under this key, other than the refused one, may have made the record or may still make it. */
const mayHaveMade = ({ keyed, attempts, sentAs }: OutboxEntry, { endpoint }: Command): boolean =>
  endpoint.repeat === 'make' && (sentAs !== undefined || (keyed && attempts > 1))

/** What a repaired entry keeps of its sendings. */
const whatWasSent = (entry: OutboxEntry): Partial<OutboxEntry> => {
  const { attempts, sentAt, sentOffsetMs } = entry
  return { attempts, sentAt, ...(sentOffsetMs === undefined ? {} : { sentOffsetMs }), sentAs: textsSent(entry) }
}

/** Everything that has left under this key. */
const textsSent = ({ sentAs = [], body, wire }: OutboxEntry) => (wire ? [...sentAs, { body, wire }] : sentAs)

/** The entry as it was sent before it was repaired. Of several earlier texts each gets its turn. */
function withEarlierText(entry: OutboxEntry): OutboxEntry {
  const [earlier, ...rest] = entry.sentAs ?? []
  const command = commands.get(entry.command)
  if (!earlier || !command) return entry
  const needs = needsOf(schemasOf(command.endpoint).body, entry.params, earlier.body)
  return { ...entry, ...earlier, needs, keyed: true, sentAs: textsSent({ ...entry, sentAs: rest }) }
}

/** Everything that is discarded together with an entry: what depends on the record it makes, files included. */
export async function dependentsOf(device: Device, entry: OutboxEntry): Promise<OutboxEntry[]> {
  const all = await wholeOutbox(device.db)
  const gone = new Set<number>([entry.seq])
  const names = new Set<RowName>()
  const makes = madeTypeOf(entry)
  if (makes) names.add(rowName(makes, entry.id))
  for (const it of all) {
    if (gone.has(it.seq) || it.seq < entry.seq) continue
    const hangs = [...it.needs, ...it.touches].some((name) => names.has(name))
    if (!hangs) continue
    gone.add(it.seq)
    const made = madeTypeOf(it)
    if (made) names.add(rowName(made, it.id))
  }
  return all.filter((it) => it.seq !== entry.seq && gone.has(it.seq))
}

/**
 * Discards an entry and its dependents. The caller has shown them to the user and asked. False if there is nothing to
 * discard any more: it has been sent, or is being sent.
 */
export async function discard(device: Device, key: string): Promise<boolean> {
  const { db } = device
  // An earlier run of the decision may have been stored although it was aborted.
  let isDone = false
  await decide(db, async (db) => {
    const entry = await db.outbox.where('key').equals(key).first()
    if (!entry) return
    isDone = entry.state !== 'sending'
    if (!isDone) return
    const going = [entry, ...(await dependentsOf({ ...device, db }, entry))]
    for (const it of going) {
      await seeInstead(db, it, it.before ?? {})
      await leaveInFlight(db, it)
      await db.outbox.delete(it.seq)
      await db.drafts.delete(repairDraft(it.seq))
      for (const file of filesOf(it)) await deletePhoto(db, file)
      await note(db, device.now(), 'discarded by hand', { key: it.key, command: it.command })
    }
    for (const name of new Set(going.flatMap((it) => it.touches))) await rebuild(db, name)
  })
  device.wake()
  return isDone
}

/** A sending of an entry that ends here may still be carried out, and no later one stops it under its key. */
async function leaveInFlight(db: DeviceDatabase, { key }: OutboxEntry): Promise<void> {
  const late = Object.entries(await inFlightRows(db))
  if (late.every(([, it]) => it?.key !== key)) return
  const left = late.map(([name, it]) => [name, it?.key === key ? { ...it, refused: true } : it])
  await db.setFact('late', Object.fromEntries(left))
}

/** Ends a conflict with the user's version, which is sent over the office's. */
export const keepMine = (device: Device, key: string): Promise<void> => choose(device, key, [])

/** Ends a conflict with the office's version. The user's is discarded, and the record shows the office's at once. */
export const takeTheirs = async (device: Device, key: string): Promise<void> => {
  const entry = await device.db.outbox.where('key').equals(key).first()
  await choose(
    device,
    key,
    (entry?.problem?.fields ?? []).map((it) => it.name),
  )
}

/** Whether the fields of a conflict can be chosen one by one: a merged edit with more than one field in question. */
export const chosenByField = (entry: OutboxEntry): boolean =>
  commands.get(entry.command)?.compares?.merge !== undefined && (entry.problem?.fields?.length ?? 0) > 1

/**
 * Ends a conflict. `theirs` names the fields that keep the office's version; in the others the user's is sent over it.
 * If nothing of the user's is left, the entry is dropped.
 */
export async function choose(device: Device, key: string, theirs: readonly string[]): Promise<void> {
  const { db } = device
  const nothingLeft = await decide(db, async (db) => {
    const entry = await db.outbox.where('key').equals(key).first()
    if (entry?.state !== 'conflict') return false
    const fields = entry.problem?.fields ?? []
    const now = Object.fromEntries(fields.map((it) => [it.name, it.theirs]))
    const given = Object.fromEntries(fields.filter((it) => theirs.includes(it.name)).map((it) => [it.name, it.theirs]))
    for (const name of entry.touches) {
      // The shadow is older than the office's change. Without this the record would show neither version.
      const copy = await db.shadows.get(splitName(name))
      if (copy) await db.shadows.put({ ...copy, row: { ...Object(copy.row), ...given } })
    }
    const before = { ...entry.before, ...now }
    const body = { ...Object(entry.body), ...given }
    const mayRest = theirs.length === 0 || commands.get(entry.command)?.compares?.merge !== undefined
    if (!mayRest || Object.keys(changedFields({ body, before })).length === 0) {
      // Later changes were based on the user's version. From now on they are compared with what the user has just
      // seen.
      await db.outbox.update(entry.seq, { before })
      return true
    }
    // One that was sent before is a new request now. A front that keeps its key would repeat its old answer.
    const next = entry.wire ? { ...asNeverSent(entry), key: newKey() } : entry
    await db.outbox.put({ ...next, state: 'waiting', problem: null, wire: null, nextAt: 0, before, body })
    await note(db, device.now(), theirs.length > 0 ? 'took theirs in part' : 'kept mine', {
      key,
      now: next.key,
      theirs,
    })
    for (const name of entry.touches) await rebuild(db, name)
    return false
  })
  if (nothingLeft) await discard(device, key)
  else device.wake()
}

/** The user says that it did arrive, with its files. The next pull shows the record. */
export async function hasArrived(device: Device, key: string): Promise<void> {
  const { db } = device
  await decide(db, async (db) => {
    const entry = await db.outbox.where('key').equals(key).first()
    const command = entry && commands.get(entry.command)
    if (!entry || !command || entry.state !== 'conflict') return
    const hanging = await dependentsOf({ ...device, db }, entry)
    if (hanging.length > 0) throw new Error('Other work hangs on this record; send it again instead')
    const tick = (await db.fact('tick', 0)) + 1
    await db.setFact('tick', tick)
    await db.outbox.delete(entry.seq)
    for (const file of filesOf(entry)) await deletePhoto(db, file)
    await db.receipts.put({
      key,
      command: entry.command,
      seq: entry.seq,
      how: 'user',
      at: device.now(),
      tick,
      touches: entry.touches,
      madeId: null,
      words: wordsOf(command, await resolveIds(db, command, entry)),
    })
    await note(db, device.now(), 'arrived by the user’s word', { key })
    for (const name of entry.touches) await rebuild(db, name)
  })
}
