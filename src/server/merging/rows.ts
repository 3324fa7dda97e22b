import { type SQL, sql } from 'drizzle-orm'
import type { DoubleKind } from '../../contract/merge.ts'
import type { Tx } from '../store/core-tables.ts'
import type { StoredRow } from '../store/merge-tables.ts'
import { fieldsOf, type MergedType, tableOfMerged } from './what-hangs.ts'

/** The SQL name of a table or a column. All of them come from our own lists. */
export const name = (text: string): SQL => sql`${sql.identifier(text)}`

/** The whole row, as JSON of the database. */
const wholeRow = sql`to_jsonb(kept)`

interface Stood {
  id: number
  row: StoredRow
  version: string
}

/** The whole rows of the ids, each with its version, locked in the order of the ids to prevent deadlocks. */
export const lockedRows = async (tx: Tx, type: MergedType, ids: readonly number[]): Promise<Map<number, Stood>> => {
  const found = await tx.execute<{ id: string; row: StoredRow; version: string }>(sql`
    select kept.id, ${wholeRow} as row, ${versionOf} as version from ${name(tableOfMerged[type])} as kept
    where kept.id = any(${sql.param(ids)}::bigint[]) order by kept.id for update`)
  return new Map(found.rows.map((it) => [Number(it.id), { ...it, id: Number(it.id) }]))
}

/** The whole rows of the ids as they are now. */
export const wholeRows = async (tx: Tx, type: MergedType, ids: readonly number[]): Promise<Map<number, StoredRow>> => {
  const found = await tx.execute<{ id: string; row: StoredRow }>(sql`
    select kept.id, ${wholeRow} as row from ${name(tableOfMerged[type])} as kept
    where kept.id = any(${sql.param(ids)}::bigint[])`)
  return new Map(found.rows.map(({ id, row }) => [Number(id), row]))
}

/** Identifies the exact state of a row. */
export const versionOf = sql`md5(to_jsonb(kept)::text)`

/** The name of a record in words. */
const nameParts = {
  contact: ['name'],
  business: ['name', 'trading_as'],
  address: ['combadd', 'property_name'],
} as const satisfies Record<DoubleKind, readonly string[]>

export const nameIn = (kind: DoubleKind, row: StoredRow): string =>
  nameParts[kind]
    .map((part) => row[part])
    .find((it) => typeof it === 'string' && it.trim() !== '')
    ?.toString() ?? `#${row.id}`

/** The columns of the named fields; unknown names are left out. */
export const columnsOf = (kind: DoubleKind, fields: readonly string[]): string[] =>
  fieldsOf[kind].flatMap((field) => (fields.includes(field.name) ? [field.name, ...(field.with ?? [])] : []))

/** The row's values of these columns. */
export const valuesIn = (row: StoredRow, columns: readonly string[]): StoredRow =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

/** Generated columns. */
const isMade = new Set(['search_text', 'double_key'])

/** Sets columns of a row to values from an earlier row of that table. */
export const setColumns = async (
  tx: Tx,
  type: MergedType,
  { id, values, now }: { id: number; values: StoredRow; now: Date },
): Promise<void> => {
  const columns = Object.keys(values)
  if (columns.length === 0) return
  const table = name(tableOfMerged[type])
  const set = columns.map((column) => sql`${name(column)} = given.${name(column)}`)
  await tx.execute(sql`
    update ${table} as kept set ${sql.join(set, sql`, `)}, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_populate_record(null::${table}, ${JSON.stringify(values)}::jsonb) as given where kept.id = ${id}`)
}

/** Inserts a row again under its old id. */
export const insertRow = async (tx: Tx, type: MergedType, row: StoredRow, now: Date): Promise<void> => {
  const table = name(tableOfMerged[type])
  // It gets a new version, so that a device that still has the row notices the change.
  const whole = JSON.stringify({ ...row, updated_at: now.toISOString() })
  const columns = Object.keys(row).filter((it) => !isMade.has(it))
  const list = sql.join(columns.map(name), sql`, `)
  await tx.execute(sql`
    insert into ${table} (${list}) overriding system value
    select ${list} from jsonb_populate_record(null::${table}, ${whole}::jsonb)`)
}

export const deleteRow = (tx: Tx, type: MergedType, id: number) =>
  tx.execute(sql`delete from ${name(tableOfMerged[type])} where id = ${id}`)
