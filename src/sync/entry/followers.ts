import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { isAlike } from '../../rules/alike.ts'

type Fields = Record<string, unknown>

/** The sums in a body with the same amounts added to other starts. */
const moved = (body: unknown, starts: Fields, instead: Fields): Fields =>
  Object.fromEntries(
    Object.entries(instead).map(([field, start]) => [
      field,
      Number(Reflect.get(Object(body), field)) - Number(starts[field]) + Number(start),
    ]),
  )

/**
 * Call it when a change is discarded or repaired. Later changes of the same record were based on its value, which the
 * office never had. From now on they are compared with `instead`; otherwise users would be in conflict with
 * themselves. Runs inside a transaction over all tables.
 */
export async function seeInstead(db: DeviceDatabase, entry: OutboxEntry, instead: object): Promise<void> {
  const fields = commands.get(entry.command)?.compares?.fields ?? []
  const mine = Object(entry.body)
  for (const name of entry.touches) {
    const later = await db.outbox.where('touches').equals(name).toArray()
    for (const { seq, before, command, body, wire } of later) {
      if (seq <= entry.seq || !before) continue
      const stale = fields.filter((field) => field in before && isAlike(before[field], Reflect.get(mine, field)))
      const fresh = Object.fromEntries(stale.map((field) => [field, Reflect.get(instead, field) ?? null]))
      if (stale.length === 0) continue
      const now = { before: { ...before, ...fresh } }
      if (!commands.get(command)?.compares?.adds) await db.outbox.update(seq, now)
      // What the user added stays the same, and bytes that have left stay as they are.
      else if (!wire) await db.outbox.update(seq, { ...now, body: { ...Object(body), ...moved(body, before, fresh) } })
    }
  }
}
