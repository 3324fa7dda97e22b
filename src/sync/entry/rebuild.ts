import type { DeviceDatabase } from '../../db/database.ts'
import { isRow, type RowName, type Shadow } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { commands } from '../../records/index.ts'
import { unlessDamaged } from './damage.ts'
import { resolveIds, splitName } from './ids.ts'

/**
 * Makes the shown row anew: the server's copy with the waiting commands on top, in the user's order (I10).
 * Runs inside a transaction over all tables. A row with nothing waiting any more gets the server's copy, and its
 * shadow goes.
 */
export async function rebuild(db: DeviceDatabase, name: RowName): Promise<void> {
  if (!isRow(name)) return
  const [type, id] = splitName(name)
  const table = db.anyRows(type)
  const shadow = await db.shadows.get([type, id])
  const entries = await db.outbox.where('touches').equals(name).sortBy('seq')
  if (entries.length === 0) {
    if (shadow) {
      // A shadow is a copy of a row of this table.
      await table.put(shadow.row as AnyRow)
      await db.shadows.delete([type, id])
    } else if (id < 0) await table.delete(id)
    return
  }
  if (shadow) await table.put(shadow.row as AnyRow)
  else if (id < 0) await table.delete(id)
  for (const entry of entries) {
    const command = commands.get(entry.command)
    if (!command || command.version !== entry.version) continue
    // An entry that cannot be shown on its row still stands in the list of unsent work.
    await unlessDamaged(async () => command.write(db, await resolveIds(db, command, entry)), undefined)
  }
}

/** Keeps the server's copy of a row that is about to be changed here, unless it is kept already. */
export async function keepShadow(db: DeviceDatabase, name: RowName): Promise<void> {
  await db.shadows.bulkPut(await unkeptCopies(db, [name]))
}

/** The server's copies of rows that are about to be changed here, as far as they are not kept already. One round. */
export async function unkeptCopies(db: DeviceDatabase, names: readonly RowName[]): Promise<Shadow[]> {
  const copies = names.filter(isRow).map(async (name) => {
    const [type, id] = splitName(name)
    if (id < 0) return []
    const [kept, row] = await Promise.all([db.shadows.get([type, id]), db.anyRows(type).get(id)])
    return kept || !row ? [] : [{ type, id, row }]
  })
  return (await Promise.all(copies)).flat()
}
