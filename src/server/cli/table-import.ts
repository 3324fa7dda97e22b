import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { StartFailure } from '../store/failure.ts'
import { assertColumns, fieldsOf, type Mapping, mappingByName } from './mapping.ts'
import { inOneTransaction } from './one-transaction.ts'
import type { BadLine, Row } from './rows.ts'

/** The type of an import field. */
type FieldKind = 'text' | 'integer' | 'double precision' | 'boolean'

/** A table that can be filled from a file. */
export interface Target {
  table: 'addresses' | 'codes'
  fields: Record<string, FieldKind>
  /** A line without these fields is left out. */
  required: readonly string[]
  /** Fields that identify a record. Of several lists, the first whose first field is in the file. */
  keys: readonly (readonly string[])[]
  /** Fields that may be longer than a line, with their limits. */
  longest?: Record<string, number>
  /** Values of a new record, in SQL, for columns that the file leaves empty and the table requires. */
  defaults?: Record<string, string>
  /** A further check. Returns the problem, or undefined. */
  problemOf?(values: Record<string, string>): string | undefined
}

/** The result of an import. */
export interface Report {
  read: number
  added: number
  changed: number
  same: number
  bad: BadLine[]
}

export interface ImportOptions {
  mapping?: Mapping | undefined
  /** Overrides the target's own choice. */
  key?: readonly string[] | undefined
  progress?: (read: number) => void
}

const BATCH = 2000
/** Separator within keys of several fields; no text of a file contains it. */
const BETWEEN = '\u001F'

/**
 * Imports the rows in ONE transaction. New ones are added, existing ones get the filled values of the file, nothing is
 * removed, and empty cells change nothing. Lines with a problem are left out and listed in the report.
 */
export const importTable = async (
  client: pg.ClientBase,
  target: Target,
  rows: AsyncIterable<Row>,
  options: ImportOptions = {},
): Promise<Report> =>
  inOneTransaction(client, async () => {
    const staged = await stage(client, target, rows, options)
    const merged = staged.fields.length > 0 ? await merge(client, target, staged) : { added: 0, changed: 0, same: 0 }
    return { read: staged.read, bad: staged.bad, ...merged }
  })

interface Staged {
  fields: string[]
  key: readonly string[]
  read: number
  bad: BadLine[]
}

const stage = async (
  client: pg.ClientBase,
  target: Target,
  rows: AsyncIterable<Row>,
  { mapping: given, key: givenKey, progress }: ImportOptions,
): Promise<Staged> => {
  const staged: Staged = { fields: [], key: [], read: 0, bad: [] }
  const lineOfKey = new Map<string, number>()
  let mapping: Mapping | undefined
  let batch: Record<string, string>[] = []
  for await (const { line, cells } of rows) {
    if (!mapping) {
      mapping = agreeMapping(target, Object.keys(cells), given)
      staged.fields = [...mapping.keys()]
      staged.key = agreeKey(target, staged.fields, givenKey)
      await client.query(createStage(target, staged.fields))
    }
    staged.read++
    const values = fieldsOf(mapping, cells)
    const key = staged.key.map((field) => (values[field] ?? '').toLowerCase()).join(BETWEEN)
    const problem = lineProblem(target, values) ?? sameAs(lineOfKey.get(key))
    if (problem) staged.bad.push({ line, problem })
    else {
      lineOfKey.set(key, line)
      batch.push({ ...values, [KEY]: key })
    }
    if (batch.length === BATCH) {
      await addToStage(client, target, staged.fields, batch)
      progress?.(staged.read)
      batch = []
    }
  }
  if (batch.length > 0) await addToStage(client, target, staged.fields, batch)
  return staged
}

/** The column of the staging table with the natural key. */
const KEY = 'import_key'

const agreeMapping = (target: Target, columns: string[], given: Mapping | undefined): Mapping => {
  const names = Object.keys(target.fields)
  const mapping = given ?? mappingByName(columns, names)
  assertColumns(mapping, columns, names)
  const missing = target.required.filter((field) => !mapping.has(field))
  if (missing.length > 0)
    throw new StartFailure(`Which column is ${missing.join(', ')}? Say it with --map ${missing[0]}=COLUMN.`)
  return mapping
}

const agreeKey = (target: Target, fields: string[], given: readonly string[] | undefined): readonly string[] => {
  const unknown = given?.find((field) => !fields.includes(field))
  if (unknown !== undefined)
    throw new StartFailure(`The key "${unknown}" is no field of this import (${fields.join(', ')}).`)
  if (given) return given
  const key = target.keys.find(([first]) => first !== undefined && fields.includes(first)) ?? []
  return key.filter((field) => fields.includes(field))
}

/** The problem of a line; undefined if there is none. */
export const lineProblem = (
  { fields, required, longest, problemOf: further }: Target,
  values: Record<string, string>,
): string | undefined => {
  const missing = required.find((field) => values[field] === undefined)
  if (missing) return `has no ${missing}`
  for (const [field, value] of Object.entries(values)) {
    const most = longest?.[field] ?? textLimits.line
    if (value.length > most) return `${field} is longer than ${most} characters`
    if (value.includes('\uFFFD')) return `${field} is not UTF-8 text; save the file as "CSV UTF-8"`
    if (value.includes('\0')) return `${field} holds a zero character`
    if (!readable[fields[field] ?? 'text'](value))
      return `${field} is "${value.slice(0, 40)}", which is no ${fields[field]}`
  }
  return further?.(values)
}

const readable: Record<FieldKind, (value: string) => boolean> = {
  text: () => true,
  integer: (value) => /^-?\d{1,9}$/.test(value),
  'double precision': (value) => /^-?\d{1,15}(\.\d+)?$/.test(value),
  boolean: (value) => /^(t|f|true|false|yes|no|y|n|1|0)$/i.test(value),
}

const sameAs = (line: number | undefined) => (line === undefined ? undefined : `is the same as line ${line}`)

const createStage = ({ fields }: Target, names: string[]) =>
  `create temp table staged (${KEY} text not null, ${names.map((name) => `${name} ${fields[name]}`).join(', ')}) on commit drop`

const addToStage = async (
  client: pg.ClientBase,
  { fields }: Target,
  names: string[],
  batch: Record<string, string>[],
) => {
  const columns = [KEY, ...names]
  const arrays = columns.map((name, at) => `$${at + 1}::${fields[name] ?? 'text'}[]`)
  await client.query(
    `insert into staged (${columns.join(', ')}) select * from unnest(${arrays.join(', ')})`,
    columns.map((name) => batch.map((values) => values[name] ?? null)),
  )
}

const merge = async (client: pg.ClientBase, { table, defaults = {} }: Target, { fields, key }: Staged) => {
  const keyOf = key.map((field) => `lower(coalesce(trim(${field}), ''))`).join(` || chr(31) || `)
  await client.query(
    `create temp table known on commit drop as select min(id) as id, ${keyOf} as ${KEY} from ${table} group by 2`,
  )
  await client.query(`create index on known (${KEY})`)
  await client.query('analyze known')
  await client.query('analyze staged')
  const now = fields.map((field) => `coalesce(staged.${field}, it.${field})`)
  const changed = await client.query(
    `update ${table} it set ${fields.map((field, at) => `${field} = ${now[at]}`).join(', ')}, updated_at = now()
     from staged join known using (${KEY})
     where it.id = known.id and (${now.join(', ')}) is distinct from (${fields.map((field) => `it.${field}`).join(', ')})`,
  )
  const added = await client.query(
    `insert into ${table} (${fields.join(', ')}) select ${fields.map((field) => `coalesce(${field}, ${defaults[field] ?? 'null'})`).join(', ')} from staged
     where not exists (select from known where known.${KEY} = staged.${KEY})`,
  )
  const total = await client.query<{ count: number }>('select count(*)::int as count from staged')
  const counts = { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0 }
  return { ...counts, same: (total.rows[0]?.count ?? 0) - counts.added - counts.changed }
}
