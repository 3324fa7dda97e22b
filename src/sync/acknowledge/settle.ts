import type { DeviceDatabase } from '../../db/database.ts'
import {
  filesOf,
  linkEnds,
  linkName,
  type OutboxEntry,
  photoRowName,
  type Receipt,
  type RowName,
  rowName,
} from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import { type Device, newKey } from '../device/device.ts'
import { wordsOf } from '../entry/damage.ts'
import { renameDrafts } from '../entry/drafts.ts'
import { renameInFlight } from '../entry/in-flight-rows.ts'
import { note } from '../entry/journal.ts'
import { asNeverSent } from '../entry/new-entry.ts'
import { rebuild } from '../entry/rebuild.ts'
import { arrivedAgain, keepSent } from '../entry/sent-work.ts'
import { keepNested } from '../pull/keep-nested.ts'
import { possibleDuplicateText } from './possible-duplicates.ts'
import { reportDuplicate } from './report-duplicate.ts'

/** A confirmed entry with what the server made of it. */
export interface Settled {
  entry: OutboxEntry
  command: Command
  asked: Asked
  /** The documented answer; null where only the fact is known (a file found in a list). */
  saved: unknown
  how: Receipt['how']
  note?: string
  /** Files that were sent with the record and that the server did not keep. */
  lost?: readonly string[]
}

/**
 * Takes confirmed entries out of the outbox: stores the server's row in place of ours, maps local ids to the server's,
 * writes a receipt, removes the entry and applies the commands that still wait. Runs inside a fenced transaction.
 */
export async function settle(device: Device, all: readonly Settled[]): Promise<void> {
  const { db } = device
  const tick = (await db.fact('tick', 0)) + 1
  await db.setFact('tick', tick)
  const stale = new Set<RowName>()
  for (const it of all) {
    const row = rowIn(it)
    const madeId = it.command.makes && row ? row.id : null
    await db.outbox.delete(it.entry.seq)
    const kept = filesOf(it.entry).filter((file) => !it.lost?.includes(file))
    for (const file of kept) await db.photos.update(file, { state: 'verified', verifiedAt: device.now() })
    if (it.command.makes && madeId !== null) await nameRecord(db, it, madeId, stale)
    if (it.lost && it.lost.length > 0) await offerAgain(device, it, it.lost)
    if (row) await storeCopy(db, it, row)
    const said = it.saved === null ? null : it.command.says?.(it.saved)
    const words = it.note ?? it.entry.wire?.note ?? said
    const touches =
      it.command.makes && madeId !== null
        ? [rowName(it.command.makes, madeId), ...kept.map(photoRowName)]
        : it.entry.touches
    for (const name of touches) stale.add(name)
    await db.receipts.put({
      key: it.entry.key,
      command: it.entry.command,
      seq: it.entry.seq,
      how: it.how,
      at: device.now(),
      tick,
      touches,
      madeId,
      words: wordsOf(it.command, it.asked),
      ...(words ? { note: words } : {}),
    })
    if (device.history) await keepSent(device, it, madeId)
    if (words === possibleDuplicateText) await reportDuplicate(db, secondOf(it, madeId, device.now()))
    await note(db, device.now(), 'settled', { key: it.entry.key, command: it.entry.command, how: it.how, id: madeId })
  }
  await db.setFact('lastSentAt', device.now())
  for (const name of stale) await rebuild(db, name)
}

const secondOf = ({ entry, asked }: Settled, id: number | null, at: number) => ({
  key: entry.key,
  command: entry.command,
  asked,
  id,
  photo: entry.photo,
  stood: entry.baseline,
  since: entry.capturedAt + entry.clockOffsetMs,
  at,
})

const rowIn = ({ command, saved, asked }: Settled): AnyRow | null => {
  if (saved === null) return null
  if (command.rowOf) return command.rowOf(saved, asked)
  // Without rowOf, the documented answer of a command is the record itself; the contract has checked it.
  return command.makes || command.changes ? (saved as AnyRow) : null
}

/** Replaces the local id of a record by the server's in everything that waits for it. */
async function nameRecord(db: DeviceDatabase, { entry, command }: Settled, server: number, stale: Set<RowName>) {
  const type = command.makes
  if (!type) return
  const before = rowName(type, entry.id)
  const after = rowName(type, server)
  await db.ids.put({ type, local: entry.id, server })
  if (entry.former !== undefined) await arrivedAgain(db, type, entry.former, server)
  await db.anyRows(type).delete(entry.id)
  await renameInFlight(db, before, after)
  await db.outbox
    .where('touches')
    .equals(before)
    .modify((it) => {
      it.touches = it.touches.map((name) => (name === before ? after : name))
    })
  await db.outbox
    .where('needs')
    .equals(before)
    .filter((it) => it.touches.some(linkEnds))
    .modify((it) => {
      it.touches = it.touches.map((name) => withEnd(name, before, after))
    })
  // Groups have no index: only few record types form them, and only for these the outbox is scanned.
  if (type === 'inspection' || type === 'violation')
    await db.outbox.filter((it) => it.group === before).modify({ group: after })
  await db.photos.where('[ownerType+ownerId]').equals([type, entry.id]).modify({ ownerId: server })
  await renameDrafts(db, before, after)
  const hanging = await db.outbox.where('needs').equals(before).toArray()
  for (const it of hanging) for (const name of it.touches) stale.add(name)
}

/** The name of a link after one of its ends was renamed. */
function withEnd(name: RowName, before: RowName, after: RowName): RowName {
  const ends = linkEnds(name)
  if (!ends) return name
  const [from, to] = ends
  return linkName(from === before ? after : from, to === before ? after : to)
}

/** The server's copy goes below what still waits on the row. */
async function storeCopy(db: DeviceDatabase, { command, asked }: Settled, row: AnyRow): Promise<void> {
  const type = command.makes ?? command.changes?.(asked.params).type
  if (!type) return
  const before = (await db.shadows.get([type, row.id]))?.row ?? (await db.anyRows(type).get(row.id))
  // A documented server leaves nested records out of some answers; what was known of them stays.
  const merged = typeof before === 'object' && before !== null ? keepNested(before, row) : row
  await db.shadows.put({ type, id: row.id, row: merged })
}

/**
 * The server took the record and lost its files (seen on documented servers). The files stay on this device as a new
 * entry that only the user sends again: an automatic repeat would make one more record at every try.
 */
async function offerAgain({ db }: Device, { entry, command, asked }: Settled, lost: readonly string[]): Promise<void> {
  if (!command.makes || !command.withFiles) return
  const { seq: _, ...saved } = asNeverSent(entry)
  const again: Omit<OutboxEntry, 'seq'> = {
    ...saved,
    key: newKey(),
    body: command.withFiles.again(entry.body),
    files: [...lost],
    state: 'refused',
    problem: { kind: 'refused', detail: 'The office has the text, but did not keep the file.' },
  }
  const seq = await db.outbox.add(again)
  const id = -seq
  const touches = [rowName(command.makes, id), ...lost.map(photoRowName)]
  await db.outbox.update(seq, { id, touches })
  await db.photos
    .where('id')
    .anyOf([...lost])
    .modify({ ownerType: command.makes, ownerId: id })
  await command.write(db, { ...asked, id, body: command.withFiles.again(asked.body) })
}
