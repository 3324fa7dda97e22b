import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { isRow, type OutboxEntry, type RowName, rowName, type Shadow } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { commands } from '../../records/index.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { unlessDamaged } from './damage.ts'
import { knownIds, resolveIdsWith } from './ids.ts'
import { entriesNaming, shadowsAt } from './in-bulk.ts'
import { splitName } from './names.ts'

/** A copy that has just come from the server. `isKept`: the shadow table already has an older copy of this row. */
export interface FreshCopy {
  type: RecordType
  row: AnyRow
  isKept: boolean
}

/**
 * Rebuilds the shown row: the server's copy with the waiting commands on top, in the user's order (I10). Runs inside a
 * transaction over all tables. If nothing waits on the row, it becomes the server's copy and its shadow is deleted.
 */
export const rebuild = (db: DeviceDatabase, name: RowName): Promise<void> => rebuildAll(db, [name])

/** The same for many rows, in few rounds. `fresh`: new server copies of these or other rows, not stored yet. */
export async function rebuildAll(
  db: DeviceDatabase,
  names: Iterable<RowName>,
  fresh: ReadonlyMap<RowName, FreshCopy> = new Map(),
): Promise<void> {
  const rows = [...new Set(names)]
    .filter(isRow)
    .map((name) => ({ name, type: splitName(name)[0], id: splitName(name)[1] }))
  const [shadows, waiting] = await Promise.all([
    Promise.all(
      [
        ...groupedBy(
          rows.filter((it) => !fresh.has(it.name)),
          (it) => it.type,
        ),
      ].map(([type, all]) =>
        shadowsAt(
          db,
          type,
          all.map((it) => it.id),
        ),
      ),
    ),
    entriesNaming(
      db,
      'touches',
      rows.map((it) => it.name),
    ),
  ])
  const kept = new Map(shadows.flat().map((it) => [rowName(it.type, it.id), it.row]))
  const busy = new Set(waiting.flatMap((it) => it.touches))
  const idle = rows.filter((it) => !busy.has(it.name))
  const toKeep = [...fresh].filter(([name]) => busy.has(name) || !rows.some((it) => it.name === name))
  await Promise.all([
    ...[...groupedBy(rows, (it) => it.type)].flatMap(([type, all]) => {
      const copies = all.map(({ name, id }) => ({ id, copy: fresh.get(name)?.row ?? kept.get(name) }))
      const gone = copies.filter(({ id, copy }) => copy === undefined && id < 0).map(({ id }) => id)
      // A shadow is a copy of a row of this table.
      const stand = copies.flatMap(({ copy }) => (copy === undefined ? [] : [copy as AnyRow]))
      return [db.anyRows(type).bulkDelete(gone), db.anyRows(type).bulkPut(stand)]
    }),
    db.shadows.bulkPut(toKeep.map(([, { type, row }]) => ({ type, id: row.id, row }))),
    db.shadows.bulkDelete(
      idle.filter(({ name }) => kept.has(name) || fresh.get(name)?.isKept).map(({ type, id }) => [type, id]),
    ),
  ])
  await showAgain(db, waiting)
}

/** Applies waiting commands again to rebuilt rows, in the user's order. */
async function showAgain(db: DeviceDatabase, waiting: readonly OutboxEntry[]): Promise<void> {
  const known = await knownIds(db, waiting)
  const show = async (entry: OutboxEntry): Promise<void> => {
    const command = commands.get(entry.command)
    if (!command || command.version !== entry.version) return
    // An entry that cannot be applied to its row is still in the list of unsent work.
    await unlessDamaged(async () => command.write(db, resolveIdsWith(known, command, entry)), undefined)
  }
  for (let from = 0; from < waiting.length; ) {
    const piece = independentFrom(waiting, from)
    await Promise.all(piece.map(show))
    from += piece.length
  }
}

/**
 * The next entries that write different rows with the same command. They can run together, because no command reads
 * another row of its own type.
 */
function independentFrom(waiting: readonly OutboxEntry[], from: number): OutboxEntry[] {
  const piece: OutboxEntry[] = []
  const touched = new Set<RowName>()
  for (const entry of waiting.slice(from)) {
    if (entry.command !== waiting[from]?.command || entry.touches.some((name) => touched.has(name))) break
    piece.push(entry)
    for (const name of entry.touches) touched.add(name)
  }
  return piece
}

/** Keeps the server's copy of a row that is about to be changed here, unless one is already kept. */
export async function keepShadow(db: DeviceDatabase, name: RowName): Promise<void> {
  await db.shadows.bulkPut(await unkeptCopies(db, [name]))
}

/** The server's copies of rows that are about to be changed here, if they are not kept yet. One round. */
export async function unkeptCopies(db: DeviceDatabase, names: readonly RowName[]): Promise<Shadow[]> {
  const copies = names.filter(isRow).map(async (name) => {
    const [type, id] = splitName(name)
    if (id < 0) return []
    const [kept, row] = await Promise.all([db.shadows.get([type, id]), db.anyRows(type).get(id)])
    return kept || !row ? [] : [{ type, id, row }]
  })
  return (await Promise.all(copies)).flat()
}
