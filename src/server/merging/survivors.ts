import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { RecordType } from '../../contract/id.ts'
import type { Tx } from '../store/core-tables.ts'
import { mergedRecords, mergeMoves, merges, type StoredRow } from '../store/merge-tables.ts'
import type { MergeRow } from './standing.ts'
import { columnFor, type MergedType, tableOfMerged } from './what-hangs.ts'

interface Named {
  type: RecordType
  id: number
}

/** The merged ones of these records ('contact 7'), with their surviving records. */
export const survivorsOf = async (tx: Tx, named: readonly Named[]): Promise<Map<string, number>> => {
  const asked = named.filter(({ type, id }) => type in tableOfMerged && id > 0)
  if (asked.length === 0) return new Map()
  const types = sql.param(asked.map((it) => it.type))
  const ids = sql.param(asked.map((it) => it.id))
  const found = await tx.execute<{ type: string; id: string; into: string }>(sql`
    select asked.type, asked.id, merged_into(asked.type, asked.id) as into
    from unnest(${types}::text[], ${ids}::bigint[]) as asked(type, id)`)
  const merged = found.rows.filter(({ id, into }) => id !== into)
  return new Map(merged.map(({ type, id, into }) => [`${type} ${id}`, Number(into)]))
}

/** The same, but with the record that each was first merged into, even if that one has been merged since. */
export const mergedInto = async (tx: Tx, named: readonly Named[]): Promise<Map<string, number>> => {
  const asked = named.filter(({ type }) => type in tableOfMerged)
  if (asked.length === 0) return new Map()
  const { record_type, record_id, into_id } = mergedRecords
  const rows = await tx
    .select({ type: record_type, id: record_id, into: into_id })
    .from(mergedRecords)
    .where(
      sql`(${record_type}, ${record_id}) in (${sql.join(
        asked.map(({ type, id }) => sql`(${type}, ${id}::bigint)`),
        sql`, `,
      )})`,
    )
  return new Map(rows.map(({ type, id, into }) => [`${type} ${id}`, into]))
}

/** One merge on the way from a merged record to its survivor. */
export interface Step {
  mergeId: number
  from: number
  to: number
}

/** The merges on the way from a record to its survivor, in that order; none if it was not merged. */
export const stepsOf = async (tx: Tx, type: MergedType, id: number): Promise<Step[]> => {
  const found = await tx.execute<{ merge_id: number; from_id: string; to_id: string }>(sql`
    with recursive way(merge_id, from_id, to_id, step) as (
      select merge_id, record_id, into_id, 0 from merged_records where record_type = ${type} and record_id = ${id}
      union all
      select next.merge_id, next.record_id, next.into_id, step + 1 from way
      join merged_records as next on next.record_type = ${type} and next.record_id = way.to_id where step < 1000
    )
    select merge_id, from_id, to_id from way order by step`)
  return found.rows.map((it) => ({ mergeId: it.merge_id, from: Number(it.from_id), to: Number(it.to_id) }))
}

/** A row as a merge stored it. */
export interface Stored {
  type: MergedType
  row: StoredRow
  merge: Pick<MergeRow, 'id' | 'made_at'>
  /** The record that the row is restored to. */
  id: number
}

interface RowOfNow {
  row: StoredRow
  steps: ColumnStep[]
  /** The stored row without the earlier merges that were undone since, before the standing ones. */
  restored: StoredRow
}

/** A stored row with its address and unit as they are now, and the standing merges on the way there, by column. */
export const rowOfNow = async (tx: Tx, stored: Stored): Promise<RowOfNow> => {
  const restored = await withoutUndone(tx, stored)
  const now = { ...restored }
  const steps: ColumnStep[] = []
  for (const type of ['address', 'unit'] as const) {
    const column = columnFor(type)
    const id = now[column]
    if (typeof id !== 'number') continue
    const way = await stepsOf(tx, type, id)
    now[column] = way.at(-1)?.to ?? id
    steps.push(...way.map((step) => ({ ...step, column })))
  }
  return { row: now, steps, restored }
}

/** A stored row as it would be without the earlier merges that were undone after it was stored. */
const withoutUndone = async (tx: Tx, { type, row, merge, id }: Stored): Promise<StoredRow> => {
  const now = { ...row }
  const moves = await tx
    .select({ column: mergeMoves.in_column, from: mergeMoves.from_id, to: mergeMoves.to_id })
    .from(mergeMoves)
    .innerJoin(merges, eq(merges.id, mergeMoves.merge_id))
    .where(
      and(
        eq(mergeMoves.in_table, tableOfMerged[type]),
        eq(mergeMoves.record_id, id),
        lt(merges.id, merge.id),
        gte(merges.undone_at, merge.made_at),
      ),
    )
    .orderBy(desc(merges.id))
  for (const { column, from, to } of moves) if (now[column] === to) now[column] = from
  return now
}

export interface ColumnStep extends Step {
  column: string
}
