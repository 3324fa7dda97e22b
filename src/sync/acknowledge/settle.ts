import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import {
  filesOf,
  type GivenId,
  type OutboxEntry,
  photoRowName,
  type Receipt,
  type RowName,
  rowName,
} from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Asked, Command } from '../../records/command.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { type Device, newKey } from '../device/device.ts'
import { wordsOf } from '../entry/damage.ts'
import { renameDrafts } from '../entry/drafts.ts'
import { rowsAt, shadowsAt } from '../entry/in-bulk.ts'
import { renameInFlight } from '../entry/in-flight-rows.ts'
import { noteAll } from '../entry/journal.ts'
import { asNeverSent } from '../entry/new-entry.ts'
import { type FreshCopy, rebuildAll } from '../entry/rebuild.ts'
import { arrivedAgain, keepSent, madeBy } from '../entry/sent-work.ts'
import { type ChangeFacts, changeFacts, changeSince, leaveChain } from '../pull/feed.ts'
import { keepNested } from '../pull/keep-nested.ts'
import { namesToReplace } from './names-to-replace.ts'
import { possibleDuplicateText } from './possible-duplicates.ts'
import { reportDuplicate } from './report-duplicate.ts'

/** A confirmed entry with what the server made of it. */
export interface Settled {
  entry: OutboxEntry
  command: Command
  asked: Asked
  /** The documented answer; null if we only know that it arrived (a file found in a list). */
  saved: unknown
  how: Receipt['how']
  note?: string
  /** Files that were sent with the record and that the server did not keep. */
  lost?: readonly string[]
}

/**
 * Takes confirmed entries out of the outbox: stores the server's rows in place of ours, maps local ids to server ids,
 * writes receipts, removes the entries and applies the commands that still wait. The batch is read in one round and
 * written in one round. Runs inside a fenced transaction.
 */
export async function settle(device: Device, all: readonly Settled[]): Promise<void> {
  const { db } = device
  const at = device.now()
  const arrived = all.map(arrivedOf)
  const given = arrived.flatMap(({ it, type, madeId }) =>
    type && madeId !== null ? [{ type, local: it.entry.id, server: madeId }] : [],
  )
  const kept = arrived.flatMap((it) => it.kept)
  const reading = db.facts({ tick: 0, clockOffsetMs: 0, ...changeFacts })
  const [facts, copies, names, files, stale] = await Promise.all([
    reading,
    freshCopies(db, arrived, reading),
    namesToReplace(db, given, new Set(all.map(({ entry }) => entry.seq))),
    db.photos.bulkGet(kept),
    staleNames(db, given),
  ])
  const tick = facts.tick + 1
  const photos = new Map<string, PhotoRow>()
  for (const it of files) if (it) photos.set(it.id, { ...it, state: 'verified', verifiedAt: at + facts.clockOffsetMs })
  for (const it of names.photos) photos.set(it.id, { ...(photos.get(it.id) ?? it), ownerId: it.ownerId })
  await Promise.all([
    db.meta.bulkPut([
      { name: 'tick', value: tick },
      { name: 'lastSentAt', value: at },
    ]),
    db.outbox.bulkDelete(all.map(({ entry }) => entry.seq)),
    db.outbox.bulkPut(names.entries),
    db.ids.bulkPut(given),
    db.ids.bulkDelete(stale),
    ...[...groupedBy(given, (it) => it.type)].map(([type, rows]) =>
      db.anyRows(type).bulkDelete(rows.map((it) => it.local)),
    ),
    db.photos.bulkPut([...photos.values()]),
    renameInFlight(db, names.renamed),
    renameDrafts(db, names.renamed),
    db.receipts.bulkPut(arrived.map((it) => receiptOf(it, at, tick))),
    device.history
      ? keepSent(
          device,
          arrived.map(({ it, madeId }) => ({ ...it, madeId })),
        )
      : undefined,
    noteAll(
      db,
      at,
      arrived.map(({ it, madeId }) => ({
        what: 'settled',
        facts: { key: it.entry.key, command: it.entry.command, how: it.how, id: madeId },
      })),
    ),
  ])
  // Rare cases are handled one by one.
  for (const { it, type, madeId, words } of arrived) {
    const { former } = it.entry
    if (type && madeId !== null && former !== undefined) await arrivedAgain(db, type, former, madeId)
    if (it.lost && it.lost.length > 0) await offerAgain(device, it, it.lost)
    if (words === possibleDuplicateText) await reportDuplicate(db, secondOf(it, madeId, at))
  }
  await rebuildAll(db, [...arrived.flatMap((it) => it.touches), ...names.hanging], copies.fresh)
  for (const type of copies.unsure) await leaveChain(db, type)
}

/**
 * Local ids of records that a lost town had under the numbers that are given now. Normally such records are sent again
 * and get new numbers, but after a sign-out, or after weeks, this device no longer knows that it sent them. A record
 * with a receipt is not one of them.
 */
async function staleNames(db: DeviceDatabase, given: readonly GivenId[]): Promise<[RecordType, number][]> {
  if (given.length === 0) return []
  const numbers = given.map(({ type, server }): [RecordType, number] => [type, server])
  const namesakes = await db.ids.where('[type+server]').anyOf(numbers).toArray()
  const others = namesakes.filter((it) => !given.some(({ type, local }) => type === it.type && local === it.local))
  if (others.length === 0) return []
  const isOneOf = ({ madeId }: { madeId: number | null }) => others.some(({ server }) => server === madeId)
  const [receipts, sent] = await Promise.all([db.receipts.filter(isOneOf).toArray(), db.sent.filter(isOneOf).toArray()])
  const known = new Set(receipts.flatMap(({ touches }) => touches))
  for (const made of sent.map(madeBy)) if (made) known.add(rowName(made.type, made.id))
  return others.filter((it) => !known.has(rowName(it.type, it.server))).map(({ type, local }) => [type, local])
}

/** What the answer to one entry contains. */
interface Arrived {
  it: Settled
  /** The server's row; null if there is none. */
  row: AnyRow | null
  /** The type of the record that it made. */
  type: RecordType | undefined
  madeId: number | null
  /** Ids of the files that the server has. */
  kept: readonly string[]
  touches: RowName[]
  words: string | null | undefined
}

function arrivedOf(it: Settled): Arrived {
  const { entry, command, saved, lost } = it
  const row = rowIn(it)
  const type = command.makes
  const madeId = type && row ? row.id : null
  const kept = filesOf(entry).filter((file) => !lost?.includes(file))
  const touches = type && madeId !== null ? [rowName(type, madeId), ...kept.map(photoRowName)] : changedRows(it, row)
  const said = saved === null ? null : command.says?.(saved)
  return { it, row, type, madeId, kept, touches, words: it.note ?? entry.wire?.note ?? said }
}

/** The rows that a change has touched. Of a merged record the server answers with the one that stayed. */
const changedRows = ({ entry, command, asked }: Settled, row: AnyRow | null): RowName[] => {
  const changed = command.changes?.(asked.params)
  if (!changed || !row || row.id === changed.id) return entry.touches
  return [...entry.touches, rowName(changed.type, row.id)]
}

const receiptOf = ({ it, madeId, touches, words }: Arrived, at: number, tick: number): Receipt => ({
  key: it.entry.key,
  command: it.entry.command,
  seq: it.entry.seq,
  how: it.how,
  at,
  tick,
  touches,
  madeId,
  words: wordsOf(it.command, it.asked),
  ...(words ? { note: words } : {}),
})

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

/**
 * The server's copies. They go below the commands that still wait on their rows. An answer may be older than a change
 * that was read since its entry first left: a slow answer, or the kept answer to a call that is repeated. The changes
 * never repeat that change, so the row stays as they left it. `unsure`: types of which an answer was stored that may be
 * older; their lists are read whole next time.
 */
async function freshCopies(
  db: DeviceDatabase,
  arrived: readonly Arrived[],
  changes: Promise<ChangeFacts>,
): Promise<{ fresh: Map<RowName, FreshCopy>; unsure: Set<RecordType> }> {
  const rows = arrived.flatMap(({ it: { command, asked, entry }, row }) => {
    const type = command.makes ?? command.changes?.(asked.params).type
    return row && type ? [{ type, row, readTo: entry.readTo }] : []
  })
  const fresh = new Map<RowName, FreshCopy>()
  const unsure = new Set<RecordType>()
  const reading = [...groupedBy(rows, (it) => it.type)].map(async ([type, all]) => {
    const ids = [...new Set(all.map((it) => it.row.id))]
    const [facts, shadows, shown] = await Promise.all([changes, shadowsAt(db, type, ids), rowsAt(db, type, ids)])
    const kept = new Map(shadows.map((it) => [it.id, it.row]))
    const known = new Map<number, unknown>([...shown.map((it) => [it.id, it] as const), ...kept])
    for (const { row, readTo } of all) {
      const name = rowName(type, row.id)
      const before = known.get(row.id)
      const change = changeSince(facts, [type, name], readTo)
      if (change === 'stored' && !isNewer(row, before)) continue
      if (change !== 'none') unsure.add(type)
      // A documented server leaves nested records out of some answers, so the known ones are kept.
      const merged = typeof before === 'object' && before !== null ? keepNested(before, row) : row
      known.set(row.id, merged)
      fresh.set(name, { type, row: merged, isKept: kept.has(row.id) })
    }
  })
  await Promise.all(reading)
  return { fresh, unsure }
}

/** By the server's stamps. Merges move rows without a stamp, so equal stamps do not tell. */
const isNewer = (row: object, before: unknown): boolean =>
  typeof before === 'object' && before !== null && stampOf(row) > stampOf(before)

const stampOf = (row: object): string => String(Reflect.get(row, 'updated_at') ?? '')

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
