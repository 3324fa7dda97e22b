import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type OutboxEntry, type Receipt, rowName, type SentWork } from '../../db/outbox.ts'
import { dayMs } from '../../rules/dates.ts'
import type { Device } from '../device/device.ts'
import { renameDrafts } from './drafts.ts'
import { madeTypeOf } from './made-type.ts'
import { noFormerNames } from './names.ts'

/** How long sent work is kept: longer than the time between two backups, plus a week to restore one. */
export const sentKeptMs = 14 * dayMs

/** The most entries kept: about 40 MB of text. The oldest is deleted first. */
const sentAtMost = 20_000

/**
 * Entries that seem older than this were dated by a clock that jumped. The limit in number still covers them (I22).
 */
const noClockMs = 400 * dayMs

/** An entry, and how its arrival was confirmed. */
interface Confirmed {
  entry: OutboxEntry
  how: Receipt['how']
  madeId: number | null
}

/** Keeps what is needed to send entries again. Runs inside the transaction that settles them. */
export async function keepSent({ db, now }: Device, all: readonly Confirmed[]): Promise<void> {
  const at = now() + (await db.fact('clockOffsetMs', 0))
  const sent = all.flatMap(({ entry, how, madeId }): SentWork[] => {
    if (how !== 'answer' && how !== 'found') return []
    const proven = how === 'answer' && entry.keyed
    return [{ key: entry.key, seq: entry.seq, at, proven, madeId, entry: { ...entry, wire: null } }]
  })
  await db.sent.bulkPut(sent)
}

/**
 * Deletes sent work that no town will ask for, and records since when everything is kept. `now`: the server's clock.
 */
export async function forgetOldSent(db: DeviceDatabase, now: number): Promise<void> {
  await inTransaction(db, 'rw', [db.sent, db.meta], async (db) => {
    const old = await db.sent
      .where('at')
      .between(now - noClockMs, now - sentKeptMs)
      .primaryKeys()
    const over = Math.max(0, (await db.sent.count()) - old.length - sentAtMost)
    const more =
      over === 0
        ? []
        : await db.sent
            .orderBy('at')
            .limit(old.length + over)
            .primaryKeys()
    await forget(db, [...new Set([...old, ...more])])
  })
}

/** On a full device: deletes sent work to make room for unsent work. False if there was none. */
export async function letSentGo(db: DeviceDatabase): Promise<boolean> {
  const keys = await db.sent.toCollection().primaryKeys()
  await inTransaction(db, 'rw', [db.sent, db.meta], (db) => forget(db, keys))
  return keys.length > 0
}

async function forget(db: DeviceDatabase, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const gone = (await db.sent.bulkGet([...keys])).map((it) => it?.at ?? 0)
  await db.sent.bulkDelete([...keys])
  await db.setFact('sentGoneUntil', Math.max(await db.fact('sentGoneUntil', 0), ...gone))
}

/** The record that it made, by the office's number; null if it made none. */
export function madeBy({ entry, madeId: id }: SentWork): { type: RecordType; id: number } | null {
  const type = madeTypeOf(entry)
  return type && id !== null ? { type, id } : null
}

/** Records that a record of a lost town is at the office again. Runs inside the transaction that settles it. */
export async function arrivedAgain(db: DeviceDatabase, type: RecordType, former: number, now: number): Promise<void> {
  const before = rowName(type, former)
  if (former !== now) return renameDrafts(db, new Map([[before, rowName(type, now)]]))
  const { [before]: _, ...others } = await db.fact('former', noFormerNames)
  await db.setFact('former', others)
}
