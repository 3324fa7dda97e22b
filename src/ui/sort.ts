import { useUrlState } from './url-state.ts'

export interface Sort {
  by: string
  isDescending: boolean
}

export interface Sorting {
  sort: Sort | null
  toggle: (by: string) => void
}

/**
 * The chosen sort, in the URL as 'deadline' or '-deadline'. The first click sorts descending, the next toggles
 * (CT-03).
 */
export const useSort = (name = 'sort'): Sorting => {
  const [text, setText] = useUrlState(name)
  const isDescending = text.startsWith('-')
  const by = isDescending ? text.slice(1) : text
  return {
    sort: by === '' ? null : { by, isDescending },
    toggle: (next) => setText(next === by && isDescending ? next : `-${next}`),
  }
}
