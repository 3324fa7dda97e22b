import { compareWords } from './collation.ts'
import { parseMoment } from './dates.ts'
import { type Stamped, writtenAt } from './written-at.ts'

/**
 * Rows newest first by the first of these fields, equal ones by the next, and so on (AD-05, CP-01, LC-02, C-37). Rows
 * without a time in a field come after those with one. An `id` may be the last field.
 */
export const newestBy = <Field extends string, Row extends { [Name in Field]?: string | number | null | undefined }>(
  rows: readonly Row[],
  fields: readonly Field[],
): Row[] => once(rows, fields.join(), () => ordered(rows, (row) => fields.map((field) => row[field])))

type SortKey = string | number | null | undefined

/** The rows sorted by their keys, greatest first. The keys are made once for each row. */
function ordered<Row>(rows: readonly Row[], keysOf: (row: Row) => SortKey[]): Row[] {
  const keyed = rows.map((row) => ({ row, keys: keysOf(row).map(sortNumber) }))
  keyed.sort((a, b) => {
    for (const [at, key] of a.keys.entries()) {
      const other = b.keys[at] ?? Number.NEGATIVE_INFINITY
      if (key !== other) return other > key ? 1 : -1
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

/** Sorted copies of lists. A screen asks again at every render, and only a new list needs sorting. */
const made = new WeakMap<readonly unknown[], Map<string, readonly unknown[]>>()

function once<Row>(rows: readonly Row[], order: string, sort: () => Row[]): Row[] {
  const orders = made.get(rows) ?? new Map<string, readonly unknown[]>()
  // Stored for this exact list, so the rows are of its type.
  const known = (orders.get(order) as Row[] | undefined) ?? sort()
  made.set(rows, orders.set(order, known))
  return [...known]
}

/** Newest first by created_at, then id: the default order of lists (C-37). */
export const newestFirst = <Row extends { id: number; created_at?: string | null }>(rows: readonly Row[]): Row[] =>
  once(rows, 'newest first', () => ordered(rows, (row) => [row.created_at, idRank(row.id)]))

/** Newest first by when it was observed. For equal times, records made here last come first, then the highest id. */
export const newestSeenFirst = <Row extends { id: number } & Stamped>(rows: readonly Row[]): Row[] =>
  once(rows, 'newest seen first', () => ordered(rows, (row) => [writtenAt(row), idRank(row.id)]))

/** Complaints: newest first by created_at, then updated_at (CP-01). */
export const complaintOrder = ['created_at', 'updated_at'] as const

/** Licences: newest first by created_at, then date_issued, then id (LC-02). */
export const licenseOrder = ['created_at', 'date_issued', 'id'] as const

/** In alphabetical order without case, numbers as numbers: contacts, businesses and users by name (C-37). */
export const byText = <Row>(rows: readonly Row[], textOf: (row: Row) => string | null | undefined): Row[] =>
  rows
    // A tab looks like a space, but the collation would put it before all spaces.
    .map((row) => ({ row, text: textOf(row)?.trim().replaceAll(/\s/g, ' ') ?? '' }))
    .sort((a, b) => Number(a.text === '') - Number(b.text === '') || compareWords(a.text, b.text))
    .map(({ row }) => row)

/** A record made on this device has a negative id. A smaller one is newer, and all are newer than the server's. */
export const idRank = (id: number): number => (id < 0 ? Number.MAX_SAFE_INTEGER - 2 ** 32 - id : id)

const sortNumber = (value: SortKey): number =>
  typeof value === 'number' ? value : (parseMoment(value)?.getTime() ?? Number.NEGATIVE_INFINITY)
