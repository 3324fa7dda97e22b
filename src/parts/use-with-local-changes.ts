import type { Id, RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { rowName } from '../db/outbox.ts'
import type { Rows } from '../db/rows.ts'
import { type Query, queryName } from '../records/query.ts'
import { useLive } from '../sync/react/live.ts'

/**
 * The rows of an answer that is stored as a value (an overview, the newest of a kind), plus records made or changed on
 * this device: unsent ones, and those confirmed since the answer was asked for. `belongs` says which rows the panel
 * shows.
 */
export function useWithLocalChanges<Type extends RecordType>(
  type: Type,
  { rows, query }: { rows: readonly Rows[Type][] | undefined; query: Query },
  belongs: (row: Rows[Type]) => boolean,
): Rows[Type][] | undefined {
  const name = queryName(query)
  const own = useLive(async (db) => db.rows(type).bulkGet(await changedSince(db, type, name)), [type, name])
  if (!rows || !own) return rows && [...rows]
  // The table of a type holds rows of that type; deleted ones are left out.
  const mine = own.filter((it) => it !== undefined) as Rows[Type][]
  const ids = new Set(mine.map((it) => it.id))
  return [...mine, ...rows.filter((it) => !ids.has(it.id))].filter(belongs)
}

/**
 * The ids of the records that unsent work touches, or work confirmed since the stored answer of a call was asked for. Its
 * number tells, not its time: what was confirmed while the answer was under way is earlier, but not in it.
 */
export async function changedSince(db: DeviceDatabase, type: RecordType, call: string): Promise<Id[]> {
  const prefix = rowName(type, 0).slice(0, -1)
  const answer = await db.pulls.get(call)
  const waiting = await db.outbox.where('touches').startsWith(prefix).toArray()
  const sent = answer
    ? await db.receipts
        .where('tick')
        .above(answer.tick ?? -1)
        .toArray()
    : []
  const names = [...waiting, ...sent].flatMap((it) => it.touches).filter((it) => it.startsWith(prefix))
  return [...new Set(names)].map((it) => Number(it.slice(prefix.length)))
}
