import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { NewMerge } from '../../contract/merge.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { mergedRecords, merges, type StoredRow } from '../store/merge-tables.ts'
import { moveAll, moveLinks } from './moves.ts'
import { columnsOf, deleteRow, lockedRows, nameIn, setColumns, valuesIn } from './rows.ts'
import { fieldsOf, type MergedType, tableOfMerged, wordFor } from './what-hangs.ts'

type Ask = Pick<CallContext, 'tx' | 'user' | 'now'>

/** Merges two records, with everything that belongs to them. */
export const mergeRecords = async ({ tx, user, now }: Ask, asked: NewMerge): Promise<void> => {
  const { kind, winner: winner_id, loser: loser_id } = asked
  const unknown = asked.take.find((it) => !fieldsOf[kind].some((field) => field.name === it))
  if (unknown !== undefined) throw new Refused(422, `${unknown} is no field of these records`)
  if (winner_id === loser_id) throw new Refused(422, 'Choose two different records')
  const { winner, loser } = await pairOf(tx, asked)
  const columns = columnsOf(kind, asked.take)
  const after = valuesIn(loser.row, columns)
  const taken = { rows: [], links: [], before: valuesIn(winner.row, columns), after }
  const [made] = await tx
    .insert(merges)
    .values({
      kind,
      winner_id,
      loser_id,
      winner_name: nameIn(kind, winner.row),
      loser_name: nameIn(kind, loser.row),
      made_at: now,
      made_by: user.id,
      counts: {},
      taken,
    })
    .returning({ id: merges.id })
  if (!made) throw new Error('A merge without a number')
  const mergeId = made.id
  const move = { mergeId, from: loser_id, to: winner_id }
  const rows: { table: string; type: string; row: StoredRow }[] = []
  const counts = kind === 'address' ? await moveUnits(tx, move, (it) => rows.push(it)) : {}
  // The fields before the references, so that the survivor never has the removed record's unit without its address.
  await setColumns(tx, kind, { id: winner_id, values: after, now })
  add(counts, await moveAll(tx, kind, move))
  const links = await moveLinks(tx, kind, move)
  for (const { table } of links) add(counts, { [table]: 1 })
  rows.push(await removed(tx, kind, { row: loser.row, id: loser_id, into: winner_id, mergeId }))
  await tx
    .update(merges)
    .set({ counts, taken: { ...taken, rows, links } })
    .where(eq(merges.id, mergeId))
}

const add = (counts: Record<string, number>, more: Record<string, number>) => {
  for (const [table, count] of Object.entries(more)) counts[table] = (counts[table] ?? 0) + count
}

/** The two rows, locked. 409 with the reason if one is already merged or has changed since it was shown. */
const pairOf = async (
  tx: Tx,
  { kind, winner: winner_id, loser: loser_id, winner_version, loser_version }: NewMerge,
) => {
  const rows = await lockedRows(tx, kind, [winner_id, loser_id])
  const [winner, loser] = [rows.get(winner_id), rows.get(loser_id)]
  if (!winner || !loser) throw await gone(tx, kind, winner ? loser_id : winner_id)
  for (const [it, version] of [
    [winner, winner_version],
    [loser, loser_version],
  ] as const)
    if (it.version !== version)
      throw new Refused(409, `${nameIn(kind, it.row)} was changed meanwhile. Look at both records again.`)
  return { winner, loser }
}

const gone = async (tx: Tx, kind: NewMerge['kind'], id: number): Promise<Refused> => {
  const [before] = await tx
    .select({ loser: merges.loser_name, winner: merges.winner_name })
    .from(merges)
    .where(and(eq(merges.kind, kind), eq(merges.loser_id, id), isNull(merges.undone_at)))
    .orderBy(desc(merges.id))
    .limit(1)
  if (!before) return new Refused(404, `${wordFor[kind]} not found`)
  return new Refused(409, `${before.loser} was already merged into ${before.winner}.`)
}

interface Removed {
  row: StoredRow
  id: number
  into: number
  mergeId: number
}

/** Removes a record that was merged into another one. The database refuses this while anything still refers to it. */
const removed = async (tx: Tx, type: MergedType, { row, id, into, mergeId }: Removed) => {
  await deleteRow(tx, type, id)
  await tx.insert(mergedRecords).values({ record_type: type, record_id: id, into_id: into, merge_id: mergeId })
  return { table: tableOfMerged[type], type, row }
}

/**
 * Moves the units of an address. A number is unique per address, however it is written (C-25), so a unit that both
 * addresses have is merged, with everything that belongs to it.
 */
const moveUnits = async (
  tx: Tx,
  { mergeId, from, to }: { mergeId: number; from: number; to: number },
  keep: (row: { table: string; type: string; row: StoredRow }) => void,
): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  const both = await tx.execute<{ gone: string; stays: string }>(sql`
    select gone.id as gone, stays.id as stays from units as gone
    join units as stays on stays.address_id = ${to} and lower(trim(stays.number)) = lower(trim(gone.number))
    where gone.address_id = ${from} order by gone.id`)
  for (const { gone, stays } of both.rows) {
    const [id, into] = [Number(gone), Number(stays)]
    const row = (await lockedRows(tx, 'unit', [id])).get(id)?.row
    if (!row) continue
    await moveAll(tx, 'unit', { mergeId, from: id, to: into })
    keep(await removed(tx, 'unit', { row, id, into, mergeId }))
    add(counts, { units: 1 })
  }
  const moved = await tx.execute(sql`
    with moved as (update units set address_id = ${to} where address_id = ${from} returning id)
    insert into merge_moves (merge_id, in_table, in_column, record_id, from_id, to_id)
    select ${mergeId}, 'units', 'address_id', id, ${from}, ${to} from moved`)
  if (moved.rowCount) add(counts, { units: moved.rowCount })
  return counts
}
