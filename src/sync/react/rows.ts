import { useMemo, useRef } from 'react'
import type { AnyRow } from '../../db/rows.ts'
import { same } from '../../rules/same.ts'

/** Returns the same object while a JSON value has the same content, so that what uses it does not render again. */
export function useSame<Value>(value: Value): Value {
  const known = useRef(value)
  if (!same(known.current, value)) known.current = value
  return known.current
}

/** Lists longer than this are shown in pages. Rendering a page costs less than comparing all their rows. */
const comparedRows = 2_000

/** Whether a result is a list of more rows than that. */
export const isLarge = (result: unknown): boolean => Array.isArray(result) && result.length > comparedRows

/** Returns the same objects for unchanged rows, so that a list of hundreds renders only the changed ones. */
export function useSameRows<Row extends AnyRow>(read: Row[] | undefined): Row[] | undefined {
  const known = useRef<{ rows: Row[]; texts?: Map<number, { row: Row; text: string }> }>(undefined)
  return useMemo(() => {
    // Comparing thousands of rows costs more than rendering a page of them.
    if (!read || isLarge(read)) return read
    const before = known.current
    // The first rows are compared with nothing. Their texts are made when they are needed, after the first paint.
    if (!before) {
      known.current = { rows: read }
      return read
    }
    before.texts ??= new Map(before.rows.map((row) => [row.id, { row, text: JSON.stringify(row) }]))
    const texts = new Map<number, { row: Row; text: string }>()
    const rows = read.map((row) => {
      const text = JSON.stringify(row)
      const old = before.texts?.get(row.id)
      const kept = old?.text === text ? old : { row, text }
      texts.set(row.id, kept)
      return kept.row
    })
    const isSame = before.rows.length === rows.length && before.rows.every((row, at) => row === rows[at])
    known.current = { rows: isSame ? before.rows : rows, texts }
    return known.current.rows
  }, [read])
}
