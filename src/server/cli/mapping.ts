import { asWritten } from '../../rules/csv.ts'
import { StartFailure } from '../store/failure.ts'
import type { BadLine, Row } from './rows.ts'

/** The columns of a file that make up a field. Several are joined with blanks; empty ones are skipped. */
export type Mapping = Map<string, string[]>

/**
 * Reads `combadd=FULLADDR,streetnumb=NUMBER+SUFFIX` (or the same as a JSON object). Throws a StartFailure that lists
 * the known fields.
 */
export const parseMapping = (text: string, fields: readonly string[]): Mapping => {
  const pairs = text.trim().startsWith('{') ? jsonPairs(text) : text.split(',').map((pair) => pair.split('='))
  const mapping: Mapping = new Map()
  for (const [field = '', columns = ''] of pairs) {
    const name = field.trim()
    if (!fields.includes(name)) throw new StartFailure(`There is no field "${name}". Fields: ${fields.join(', ')}.`)
    const names = columns.split('+').map((column) => column.trim())
    if (names.some((it) => it === '')) throw new StartFailure(`Which column is "${name}"? Write ${name}=COLUMN.`)
    mapping.set(name, names)
  }
  return mapping
}

/** The default mapping: every column with the name of a field, in any case. */
export const mappingByName = (columns: readonly string[], fields: readonly string[]): Mapping =>
  new Map(
    fields.flatMap((field) => {
      const column = columns.find((name) => name.toLowerCase() === field)
      return column === undefined ? [] : [[field, [column]]]
    }),
  )

/**
 * The given mapping, or else the one by name. Throws a StartFailure when it does not fit the file, or lacks a required
 * field.
 */
export const agreeMapping = (
  columns: readonly string[],
  { fields, required }: { fields: readonly string[]; required: readonly string[] },
  given: Mapping | undefined,
): Mapping => {
  const mapping = given ?? mappingByName(columns, fields)
  assertColumns(mapping, columns, fields)
  const missing = required.filter((field) => !mapping.has(field))
  if (missing.length > 0)
    throw new StartFailure(`Which column is ${missing.join(', ')}? Say it with --map ${missing[0]}=COLUMN.`)
  return mapping
}

/** Throws a StartFailure when a mapping names a column that the file does not have, or maps nothing. */
const assertColumns = (mapping: Mapping, columns: readonly string[], fields: readonly string[]): void => {
  const has = `The file has ${columns.map((it) => `"${it}"`).join(', ')}.`
  if (mapping.size === 0)
    throw new StartFailure(
      `No column has the name of a field (${fields.join(', ')}). ${has} Say which is which with --map.`,
    )
  const missing = [...mapping.values()].flat().find((column) => !columns.includes(column))
  if (missing !== undefined) throw new StartFailure(`The file has no column "${missing}". ${has}`)
}

/** The filled fields of a row. Each cell is trimmed, and keeps the blanks inside it; columns are joined with one blank. */
export const fieldsOf = (mapping: Mapping, cells: Record<string, string>): Record<string, string> => {
  const values: Record<string, string> = {}
  for (const [field, columns] of mapping) {
    const value = columns
      .map((column) => asWritten(cells[column]?.trim() ?? '').trim())
      .filter((part) => part !== '')
      .join(' ')
    if (value !== '') values[field] = value
  }
  return values
}

/** The problem of a row that has an object, or a number that was rounded, where a field is wanted; undefined if none. */
export const unfitProblem = (mapping: Mapping, { unfit }: Row): string | undefined =>
  [...mapping.values()].flat().flatMap((column) => unfit?.get(column) ?? [])[0]

interface MappedRow extends Pick<BadLine, 'line' | 'isEmpty'> {
  values: Record<string, string>
  unfit: string | undefined
}

/**
 * The rows of a file as fields, by the given mapping or else by the names of the columns. Throws a StartFailure at the
 * first row if the file lacks the columns. `unfit`: the problem of a row with a cell that no field can take. `isEmpty`: no field
 * of it is filled.
 */
export async function* mappedRows(
  rows: AsyncIterable<Row>,
  wanted: { fields: readonly string[]; required: readonly string[] },
  given: Mapping | undefined,
): AsyncGenerator<MappedRow> {
  let mapping: Mapping | undefined
  for await (const row of rows) {
    mapping ??= agreeMapping(Object.keys(row.cells), wanted, given)
    const values = fieldsOf(mapping, row.cells)
    const unfit = unfitProblem(mapping, row)
    yield { line: row.line, values, unfit, isEmpty: (!unfit && Object.keys(values).length === 0) || undefined }
  }
}

const jsonPairs = (text: string): string[][] => {
  try {
    return Object.entries(JSON.parse(text)).map(([field, columns]) => [field, [columns].flat().join('+')])
  } catch (error) {
    throw new StartFailure(`The mapping is no JSON object: ${error instanceof Error ? error.message : error}`)
  }
}
