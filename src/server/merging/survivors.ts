import { sql } from 'drizzle-orm'
import type { RecordType } from '../../contract/id.ts'
import type { Tx } from '../store/core-tables.ts'
import { mergedRecords } from '../store/merge-tables.ts'
import { tableOfMerged } from './what-hangs.ts'

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
