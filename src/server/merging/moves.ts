import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../store/core-tables.ts'
import { mergeMoves } from '../store/merge-tables.ts'
import { name } from './rows.ts'
import type { ColumnStep } from './survivors.ts'
import { columnFor, hangsOn, linksOf, type MergedType, placedBy } from './what-hangs.ts'

/** The source and the target of a move, and its merge. */
interface Move {
  mergeId: number
  from: number
  to: number
}

/** A column of a table that refers to the owner of the row. */
interface Place {
  table: string
  column: string
}

/**
 * Changes the references of a column from `from` to `to`, and records each. The stamps stay, because the content of the
 * rows has not changed. Returns the number of rows.
 */
export const moveReferences = async (
  tx: Tx,
  { mergeId, from, to }: Move,
  { table, column }: Place,
  only: { where?: SQL; stamp?: SQL } = {},
): Promise<number> => {
  const set = only.stamp ? sql`${name(column)} = ${to}, updated_at = ${only.stamp}` : sql`${name(column)} = ${to}`
  const moved = await tx.execute(sql`
    with moved as (
      update ${name(table)} as kept set ${set} where kept.${name(column)} = ${from} ${only.where ? sql`and ${only.where}` : sql``}
      returning kept.id
    )
    insert into merge_moves (merge_id, in_table, in_column, record_id, from_id, to_id)
    select ${mergeId}, ${table}, ${column}, id, ${from}, ${to} from moved`)
  if (column === 'address_id' && moved.rowCount) await tellOfPlaced(tx, table, wasMoved(mergeId, table))
  return moved.rowCount ?? 0
}

/** Whether a merge has moved the row to another address. */
const wasMoved = (mergeId: number, table: string): SQL => sql`exists (
  select from merge_moves as move where move.merge_id = ${mergeId} and move.in_table = ${table}
    and move.in_column = 'address_id' and move.record_id = parent.id)`

/**
 * Permits have the address of their inspection, records of service that of their violation. Nothing in their own rows
 * changes, but devices keep the address with them: writing them unchanged puts them among the changes (X2).
 */
export async function tellOfPlaced(tx: Tx, parent: string, which: SQL): Promise<void> {
  const placed = placedBy[parent]
  if (!placed) return
  const { table, by } = placed
  await tx.execute(sql`
    update ${name(table)} as kept set ${name(by)} = kept.${name(by)} from ${name(parent)} as parent
    where parent.id = kept.${name(by)} and ${which}`)
}

/** Moves everything that belongs to one record to another, except links. Returns the number of rows by table. */
export const moveAll = async (tx: Tx, type: MergedType, move: Move): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of hangsOn[type]) {
    const count = await moveReferences(tx, move, { table, column: columnFor(type) })
    if (count > 0) counts[table] = count
  }
  return counts
}

export interface TakenLink {
  table: string
  other_id: number
  created_at: string
  isMade: boolean
}

/** Moves the links of the removed record to the surviving one. */
export const moveLinks = async (tx: Tx, type: MergedType, { from, to }: Move): Promise<TakenLink[]> => {
  const taken: TakenLink[] = []
  for (const { table, own, other } of linksOf[type]) {
    const rows = await tx.execute<{ other_id: string; created_at: string; is_made: boolean }>(sql`
      with gone as (delete from ${name(table)} where ${name(own)} = ${from} returning ${name(other)} as other_id, created_at),
      made as (
        insert into ${name(table)} (${name(own)}, ${name(other)}, created_at)
        select ${to}, other_id, created_at from gone on conflict do nothing returning ${name(other)} as other_id
      )
      select gone.other_id, gone.created_at::text, made.other_id is not null as is_made
      from gone left join made on made.other_id = gone.other_id`)
    for (const it of rows.rows)
      taken.push({ table, other_id: Number(it.other_id), created_at: it.created_at, isMade: it.is_made })
  }
  return taken
}

/**
 * Moves rows back that have not been moved since, except those that stay. Returns how many rows of the place were moved,
 * how many are back (some may have been before), and how many stayed.
 */
export const moveBack = async (
  tx: Tx,
  { mergeId, stamp, stays }: { mergeId: number; stamp?: SQL; stays?: SQL },
  { table, column }: Place,
): Promise<{ moved: number; back: number; stayed: number }> => {
  const own = sql`kept.${name(column)}`
  const isOfPlace = sql`move.merge_id = ${mergeId} and move.in_table = ${table} and move.in_column = ${column}`
  const set = stamp ? sql`${name(column)} = move.from_id, updated_at = ${stamp}` : sql`${name(column)} = move.from_id`
  const back = await tx.execute(sql`
    update ${name(table)} as kept set ${set} from merge_moves as move
    where ${isOfPlace} and kept.id = move.record_id and ${own} = move.to_id ${stays ? sql`and not (${stays})` : sql``}`)
  if (column === 'address_id' && back.rowCount) await tellOfPlaced(tx, table, wasMoved(mergeId, table))
  const { rows } = await tx.execute<{ moved: number; back: number; stayed: number }>(sql`
    select count(*)::int as moved, count(*) filter (where ${own} = move.from_id)::int as back,
      count(*) filter (where ${own} = move.to_id)::int as stayed
    from merge_moves as move left join ${name(table)} as kept on kept.id = move.record_id where ${isOfPlace}`)
  return rows[0] ?? { moved: 0, back: 0, stayed: 0 }
}

interface MovedRow {
  table: string
  id: number
  steps: readonly ColumnStep[]
}

/** Notes that merges have moved a row, so that undoing them moves it back. */
export const noteMoves = async (tx: Tx, { table, id, steps }: MovedRow): Promise<void> => {
  for (const { mergeId, column, from, to } of steps)
    await tx
      .insert(mergeMoves)
      .values({ merge_id: mergeId, in_table: table, in_column: column, record_id: id, from_id: from, to_id: to })
      .onConflictDoNothing()
}

/** Removes what merges have noted of a row that is elsewhere now. */
export const forgetMoves = async (tx: Tx, { table, id, steps }: MovedRow): Promise<void> => {
  const { merge_id, in_table, in_column, record_id } = mergeMoves
  for (const { mergeId, column } of steps)
    await tx
      .delete(mergeMoves)
      .where(and(eq(merge_id, mergeId), eq(in_table, table), eq(in_column, column), eq(record_id, id)))
}
