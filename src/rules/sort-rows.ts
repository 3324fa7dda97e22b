import { compareText } from './collation.ts'

/** A value to sort rows by. */
export type SortValue = string | number | null | undefined

/** Rows sorted by a value. Rows without one come last in both directions; equal rows keep their order. */
export const sortRows = <Row>(rows: readonly Row[], value: (row: Row) => SortValue, isDescending: boolean): Row[] =>
  [...rows].sort((a, b) => {
    const left = value(a) ?? null
    const right = value(b) ?? null
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const order =
      typeof left === 'string' && typeof right === 'string'
        ? compareText(left, right)
        : left < right
          ? -1
          : left > right
            ? 1
            : 0
    return isDescending ? -order : order
  })
