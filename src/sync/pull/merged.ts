import type { RecordType } from '../../contract/id.ts'
import type { Change } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Query } from '../../records/query.ts'
import { renameDrafts } from '../entry/drafts.ts'
import { noFormerNames, splitName } from '../entry/names.ts'
import { removeGone } from './removal.ts'

/**
 * After a merge at the office, pages and drafts under the merged record's number lead to the surviving record. Saved
 * entries are sent unchanged, because the server carries them out on the survivor. If the merge was undone, the record
 * has its own number again. Runs inside the transaction that stores the changes.
 */
export async function followMerged(db: DeviceDatabase, changes: readonly Change[], tick: number): Promise<void> {
  const known = await db.fact('former', noFormerNames)
  const names = new Map(Object.entries(known))
  const merged = new Map<ReturnType<typeof rowName>, ReturnType<typeof rowName>>()
  for (const { type, id, row, into } of changes) {
    const name = rowName(type, id)
    if (into !== undefined) {
      names.set(name, into)
      merged.set(name, rowName(type, into))
    } else if (row !== null && (known[name] ?? 0) > 0) names.delete(name)
  }
  if (merged.size > 0 || names.size < Object.keys(known).length) {
    await db.setFact('former', Object.fromEntries(names))
    await renameDrafts(db, merged)
  }
  // A row may have stayed because unsent work named it, which may be sent by now.
  const gone = new Map<RecordType, number[]>()
  for (const [name, into = 0] of names) {
    const [type, id] = splitName(name as RowName)
    if (into > 0) gone.set(type, [...(gone.get(type) ?? []), id])
  }
  for (const [type, ids] of gone) await removeGone(db, { type, tick }, ids)
}

/** The moment of a request, and the rows that newer changes have brought. */
interface Asked {
  tick: number
  newer?: ReadonlySet<RowName> | null
}

/**
 * Our server answers the number of a merged record with the survivor. A device that has not read of the merge learns it
 * from that answer. Runs inside a transaction over all tables.
 */
export async function followAnswer(
  db: DeviceDatabase,
  { type, answers, scope }: Query,
  [row]: readonly AnyRow[],
  { tick, newer }: Asked,
): Promise<void> {
  const { id } = scope
  if (answers !== 'one' || !row || typeof id !== 'number' || row.id === id || newer?.has(rowName(type, id))) return
  await followMerged(db, [{ type, id, row: null, into: row.id }], tick)
}

/**
 * Forgets which records were merged, because a restore or changes that were missed may have undone it. What is still
 * merged is learnt again from the answer to its number. Numbers of a lost town stay. Runs in a transaction over `meta`.
 */
export async function forgetMerges(db: DeviceDatabase): Promise<void> {
  const known = Object.entries(await db.fact('former', noFormerNames))
  const kept = known.filter(([, id = 0]) => id < 0)
  if (kept.length < known.length) await db.setFact('former', Object.fromEntries(kept))
}
