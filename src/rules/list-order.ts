import { parseMoment } from './dates.ts'

/**
 * Rows with the newest first by the first of these fields, equal ones by the next and so on (AD-05, CP-01, LC-02,
 * C-37). A row without a time in a field comes after those with one. An `id` may be the last field.
 */
export function newestBy<Field extends string, Row extends { [Name in Field]?: string | number | null | undefined }>(
  rows: readonly Row[],
  fields: readonly Field[],
): Row[] {
  const keyed = rows.map((row) => ({ row, keys: fields.map((field) => sortNumber(row[field])) }))
  keyed.sort((a, b) => {
    for (const [at, key] of a.keys.entries()) {
      const other = b.keys[at] ?? Number.NEGATIVE_INFINITY
      if (key !== other) return other > key ? 1 : -1
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

/** Newest first by created_at, then id: the order of every list for which nothing else is said (C-37). */
export const newestFirst = <Row extends { id: number; created_at?: string | null }>(rows: readonly Row[]): Row[] =>
  newestBy(
    rows.map((row) => ({ created_at: row.created_at, rank: idRank(row.id), row })),
    ['created_at', 'rank'],
  ).map(({ row }) => row)

/** Complaints: newest first by created_at, then updated_at (CP-01). */
export const complaintOrder = ['created_at', 'updated_at'] as const

/** Licences: newest first by created_at, then date_issued, then id (LC-02). */
export const licenseOrder = ['created_at', 'date_issued', 'id'] as const

/** By what people read, without case, numbers as numbers: contacts, businesses and users by name (C-37). */
export const byText = <Row>(rows: readonly Row[], textOf: (row: Row) => string | null | undefined): Row[] =>
  rows
    .map((row) => ({ row, text: textOf(row)?.trim() ?? '' }))
    .sort((a, b) => Number(a.text === '') - Number(b.text === '') || alphabet.compare(a.text, b.text))
    .map(({ row }) => row)

const alphabet = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

/** A record made on this device has a negative id, the smaller the newer, and is newer than all of the server's. */
export const idRank = (id: number): number => (id < 0 ? Number.MAX_SAFE_INTEGER - 2 ** 32 - id : id)

const sortNumber = (value: string | number | null | undefined): number =>
  typeof value === 'number' ? value : (parseMoment(value)?.getTime() ?? Number.NEGATIVE_INFINITY)
