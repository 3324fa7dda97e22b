import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { isAlike } from '../../rules/alike.ts'

/** A sum with the same amount added to another start. */
const added = (sum: unknown, start: unknown, instead: unknown): number => Number(sum) - Number(start) + Number(instead)

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
      const isAdded = commands.get(command)?.compares?.adds === true
      // Its bytes are the days that the user added, and they must stay the same.
      if (isAdded && wire) continue
      const moved = Object.fromEntries(
        stale.map((field) => [field, added(Object(body)[field], before[field], fresh[field])]),
      )
      await db.outbox.update(seq, {
        before: { ...before, ...fresh },
        ...(isAdded ? { body: { ...Object(body), ...moved } } : {}),
      })
    }
  }
}
