import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import type { Query } from '../../records/query.ts'
import { dayMs } from '../../rules/dates.ts'

export const dayNumberOf = (now: number): number => Math.floor(now / dayMs)

/** Records that somebody looked at a record: its page was opened, or it was prepared for the field. */
export async function lookedAt(db: DeviceDatabase, query: Query, now: number): Promise<void> {
  const { id } = query.scope
  if (query.answers !== 'one' || typeof id !== 'number' || id <= 0) return
  const look = { row: rowName(query.type, id), day: dayNumberOf(now) }
  if ((await db.looks.get(look.row))?.day !== look.day) await db.looks.put(look)
}
