import type { Id, RecordType } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { rowName } from '../db/outbox.ts'
import type { Rows } from '../db/rows.ts'
import { receiptsSince } from '../sync/entry/receipts.ts'
import { useLive } from '../sync/react/live.ts'

/**
 * The rows of an answer that is stored as a value (an overview, the newest of a kind), plus records made or changed on
 * this device: unsent ones, and those sent since the answer. `belongs` says which rows the panel shows.
 */
export function useWithLocalChanges<Type extends RecordType>(
  type: Type,
  answer: { rows: readonly Rows[Type][] | undefined; at: number | undefined },
  belongs: (row: Rows[Type]) => boolean,
): Rows[Type][] | undefined {
  const own = useLive(async (db) => db.rows(type).bulkGet(await ownIds(db, type, answer.at ?? 0)), [type, answer.at])
  if (!answer.rows || !own) return answer.rows && [...answer.rows]
  // The table of a type holds rows of that type; deleted ones are left out.
  const mine = own.filter((it) => it !== undefined) as Rows[Type][]
  const ids = new Set(mine.map((it) => it.id))
  return [...mine, ...answer.rows.filter((it) => !ids.has(it.id))].filter(belongs)
}

async function ownIds(db: DeviceDatabase, type: RecordType, since: number): Promise<Id[]> {
  const prefix = rowName(type, 0).slice(0, -1)
  const waiting = await db.outbox.where('touches').startsWith(prefix).distinct().toArray()
  const sent = await receiptsSince(db, (at) => at >= since)
  const names = [...waiting, ...sent].flatMap((it) => it.touches).filter((it) => it.startsWith(prefix))
  return [...new Set(names)].map((it) => Number(it.slice(prefix.length)))
}
