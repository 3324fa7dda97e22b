import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { StartFailure } from '../store/failure.ts'
import { claimRecords, dropRepeatedLines, type KeyLists, keyOf } from './import-keys.ts'
import { lockListTables } from './import-lock.ts'
import { inImport } from './in-import.ts'
import { agreeMapping, fieldsOf, type Mapping, unfitProblem } from './mapping.ts'
import { newReport, type Report } from './report.ts'
import type { BadLine, Row } from './rows.ts'

/** The type of an import field. */
type FieldKind = 'text' | 'integer' | 'double precision' | 'boolean'

/** A table that can be filled from a file. */
export interface Target {
  table: 'addresses' | 'codes'
  fields: Record<string, FieldKind>
  /** A line without these fields is left out. */
  required: readonly string[]
  /** Fields that identify a record. Of several lists, each line takes the first whose first field it has. */
  keys: KeyLists
  /** The kind under which the office merges its records. */
  mergedAs?: 'address'
  /** The list of the town that it is. */
  list?: 'codes'
  /** Fields that may be longer than a line, with their limits. */
  longest?: Record<string, number>
  /** Values of a new record, in SQL, for columns that the file leaves empty and the table requires. */
  defaults?: Record<string, string>
  /** A further check. Returns the problem, or undefined. */
  problemOf?(values: Record<string, string>): string | undefined
}

export interface ImportOptions {
  mapping?: Mapping | undefined
  /** Overrides the target's own choice. */
  key?: readonly string[] | undefined
  /** The lines that the reader of the rows leaves out. It adds to them while the rows are read. */
  unread?: readonly BadLine[] | undefined
  progress?: (read: number) => void
}

const BATCH = 2000

/**
 * Imports the rows in ONE transaction. New ones are added, existing ones get the filled values of the file, nothing is
 * removed, and empty cells change nothing. Lines with a problem are left out and listed in the report; lines of records
 * that were merged into others here are counted and change nothing.
 */
export const importTable = async (
  client: pg.ClientBase,
  target: Target,
  rows: AsyncIterable<Row>,
  options: ImportOptions = {},
): Promise<Report> =>
  inImport(client, target.table, options.unread, async () => {
    const staged = await stage(client, target, rows, options)
    const report = { ...newReport(), read: staged.read, bad: staged.bad }
    if (staged.fields.length === 0) return report
    if (target.list) await lockListTables(client, target.list)
    await client.query('analyze staged')
    for (const { line, first } of await dropRepeatedLines(client))
      report.bad.push({ line, problem: `is the same as line ${first}` })
    await claimRecords(client, target, staged.keys)
    return { ...report, ...(await write(client, target, staged.fields)) }
  })

interface Staged {
  fields: string[]
  keys: KeyLists
  read: number
  bad: BadLine[]
}

const stage = async (
  client: pg.ClientBase,
  target: Target,
  rows: AsyncIterable<Row>,
  { mapping: given, key: givenKey, progress }: ImportOptions,
): Promise<Staged> => {
  const staged: Staged = { fields: [], keys: [], read: 0, bad: [] }
  let mapping: Mapping | undefined
  let batch: StagedLine[] = []
  for await (const row of rows) {
    const { line, cells } = row
    if (!mapping) {
      const wanted = { fields: Object.keys(target.fields), required: target.required }
      mapping = agreeMapping(Object.keys(cells), wanted, given)
      staged.fields = [...mapping.keys()]
      staged.keys = agreeKeys(target, staged.fields, givenKey)
      await client.query(createStage(target, staged.fields))
    }
    staged.read++
    const values = fieldsOf(mapping, cells)
    const problem = unfitProblem(mapping, row) ?? lineProblem(target, values) ?? keyProblem(staged.keys, values)
    if (problem) staged.bad.push({ line, problem })
    else batch.push({ line, values })
    if (batch.length === BATCH) {
      await addToStage(client, target, staged, batch)
      progress?.(staged.read)
      batch = []
    }
  }
  if (batch.length > 0) await addToStage(client, target, staged, batch)
  return staged
}

interface StagedLine {
  line: number
  values: Record<string, string>
}

const agreeKeys = (target: Target, fields: string[], given: readonly string[] | undefined): KeyLists => {
  const unknown = given?.find((field) => !fields.includes(field))
  if (unknown !== undefined)
    throw new StartFailure(`The key "${unknown}" is no field of this import (${fields.join(', ')}).`)
  if (given) return [given]
  const known = target.keys.filter(([first]) => first !== undefined && fields.includes(first))
  return known.map((key) => key.filter((field) => fields.includes(field)))
}

/** An empty value is no key: it would be that of every record without one. */
const keyProblem = (keys: KeyLists, values: Record<string, string>): string | undefined => {
  const firsts = keys.flatMap(([first]) => first ?? [])
  if (firsts.some((field) => values[field] !== undefined)) return undefined
  return `has no ${firsts.join(' and no ')}, by which its record is known`
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

/** `record_id`: the known record of the line. `is_merged`: the record was merged into another one. */
const createStage = ({ fields }: Target, names: string[]) =>
  `create temp table staged (line int not null, import_key text not null, record_id bigint,
    is_merged boolean not null default false, ${names.map((name) => `${name} ${fields[name]}`).join(', ')}) on commit drop`

const addToStage = async (
  client: pg.ClientBase,
  { fields: kinds }: Target,
  { fields, keys }: Staged,
  batch: StagedLine[],
) => {
  const arrays = fields.map((name, at) => `$${at + 2}::${kinds[name] ?? 'text'}[]`)
  const names = fields.join(', ')
  await client.query(
    `insert into staged (line, import_key, ${names}) select line, ${keyOf(keys, 'given')}, ${names}
     from unnest($1::int[], ${arrays.join(', ')}) as given (line, ${names})`,
    [batch.map(({ line }) => line), ...fields.map((name) => batch.map(({ values }) => values[name] ?? null))],
  )
}

const write = async (
  client: pg.ClientBase,
  { table, defaults = {} }: Target,
  fields: string[],
): Promise<Pick<Report, 'added' | 'changed' | 'same' | 'merged'>> => {
  const now = fields.map((field) => `coalesce(staged.${field}, it.${field})`)
  const changed = await client.query(
    `update ${table} it set ${fields.map((field, at) => `${field} = ${now[at]}`).join(', ')}, updated_at = now()
     from staged where it.id = staged.record_id
       and (${now.join(', ')}) is distinct from (${fields.map((field) => `it.${field}`).join(', ')})`,
  )
  const added = await client.query(
    `insert into ${table} (${fields.join(', ')}) select ${fields.map((field) => `coalesce(${field}, ${defaults[field] ?? 'null'})`).join(', ')}
     from staged where record_id is null and not is_merged order by line`,
  )
  const { rows } = await client.query<{ merged: number; known: number }>(
    'select count(*) filter (where is_merged)::int as merged, count(record_id)::int as known from staged',
  )
  const { merged = 0, known = 0 } = rows[0] ?? {}
  const counts = { added: added.rowCount ?? 0, changed: changed.rowCount ?? 0, merged }
  return { ...counts, same: known - counts.changed }
}
