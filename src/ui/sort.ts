import { useUrlState } from './url-state.ts'

export type SortValue = string | number | null | undefined

export interface Sort {
  by: string
  isDescending: boolean
}

export interface Sorting {
  sort: Sort | null
  toggle: (by: string) => void
}

/** The chosen sort, in the address as 'deadline' or '-deadline'. The first click sorts descending, the next toggles (CT-03). */
export const useSort = (name = 'sort'): Sorting => {
  const [text, setText] = useUrlState(name)
  const isDescending = text.startsWith('-')
  const by = isDescending ? text.slice(1) : text
  return {
    sort: by === '' ? null : { by, isDescending },
    toggle: (next) => setText(next === by && isDescending ? next : `-${next}`),
  }
}

/** Rows in the order of a value. Rows without one come last in both directions; equals keep their order. */
export const sortRows = <Row>(rows: readonly Row[], value: (row: Row) => SortValue, isDescending: boolean): Row[] =>
  [...rows].sort((a, b) => {
    const left = value(a) ?? null
    const right = value(b) ?? null
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1
    const order =
      typeof left === 'string' && typeof right === 'string'
        ? left.localeCompare(right, 'en-US')
        : left < right
          ? -1
          : left > right
            ? 1
            : 0
    return isDescending ? -order : order
  })
