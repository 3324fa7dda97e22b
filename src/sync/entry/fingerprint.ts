import type { AnyRow } from '../../db/rows.ts'

/**
 * A text that is equal for values that a server may not distinguish: they differ only in spaces, case or the order of
 * a list.
 */
export function fingerprint(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim().replaceAll(/\s+/g, ' ').toLowerCase()
  if (Array.isArray(value)) {
    const prints = value.map((it) => fingerprint(isRecord(it) ? it.id : it))
    return `[${prints.sort().join(',')}]`
  }
  if (isRecord(value)) return fingerprint(value.id)
  return String(value)
}

const isRecord = (it: unknown): it is { id: unknown } => typeof it === 'object' && it !== null && 'id' in it

/** Whether a row of the server looks like what an entry would have made. */
export const looksLike = (row: AnyRow, expected: Record<string, unknown>): boolean =>
  Object.entries(expected).every(([field, value]) => fingerprint(Reflect.get(row, field)) === fingerprint(value))
