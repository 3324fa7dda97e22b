import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListSearch } from '../records/list-index.ts'
import { isDay } from '../rules/dates.ts'
import { useUrlChange } from '../ui/url-state.ts'

/** The filters of every long list, with their names in the URL. */
const names = { text: 'q', person: 'person', from: 'since', to: 'until', code: 'code' } as const

type Common = Omit<ListSearch, 'narrow' | 'due'>

interface ListFilters {
  search: Common
  set: (field: keyof Common, value: string) => void
  /** Shows all rows again. */
  clear: () => void
}

export function useListFilters(): ListFilters {
  const inUrl: Record<string, unknown> = useSearch({ strict: false })
  const change = useUrlChange()
  const text = textIn(inUrl[names.text])
  const person = textIn(inUrl[names.person])
  const from = dayIn(inUrl[names.from])
  const to = dayIn(inUrl[names.to])
  const code = textIn(inUrl[names.code])
  const search = useMemo(() => ({ text, person, from, to, code }), [text, person, from, to, code])
  return {
    search,
    // A new search begins on its first page.
    set: (field, value) => change({ [names[field]]: value || undefined, page: undefined }),
    clear: () =>
      change({ ...Object.fromEntries(Object.values(names).map((name) => [name, undefined])), page: undefined }),
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const dayIn = (value: unknown): string => (typeof value === 'string' && isDay(value) ? value : '')

/** Whether any filter is active. */
export const isSearching = ({ text, person, from, to, code }: Common): boolean =>
  [text, person, from, to, code].some((it) => it.trim() !== '')
