import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListSearch } from '../records/list-index.ts'
import { dayIn } from '../ui/filters.tsx'
import { dropUrlAhead, useFilterUrl, useUrlAhead, useUrlSoon } from '../ui/url-ahead.ts'

/** The filters of every long list, with their names in the URL. */
const names = { text: 'q', person: 'person', from: 'since', to: 'until', code: 'code' } as const

/** What the URL of a list has besides its filters: the order, the columns and the record beside it. */
const noFilters = ['sort', 'columns', 'open']

type Common = Omit<ListSearch, 'narrow' | 'due'>

/** The list's state in the URL, with what is typed or chosen in the filters. */
export function useListUrl(): Record<string, unknown> {
  const inUrl: Record<string, unknown> = useSearch({ strict: false })
  return { ...inUrl, ...useUrlAhead() }
}

interface ListFilters {
  search: Common
  /** The filters have changes that are not in the URL yet, so its page number belongs to the previous search. */
  isAhead: boolean
  /** Shows all rows again: clears the filters of every list and the list's own. */
  clear: () => void
}

export function useListFilters(): ListFilters {
  const inUrl = useListUrl()
  const isAhead = useUrlAhead() !== null
  const change = useFilterUrl()
  const text = textIn(inUrl[names.text])
  const person = textIn(inUrl[names.person])
  const from = dayIn(textIn(inUrl[names.from]))
  const to = dayIn(textIn(inUrl[names.to]))
  const code = textIn(inUrl[names.code])
  const search = useMemo(() => ({ text, person, from, to, code }), [text, person, from, to, code])
  return {
    search,
    isAhead,
    clear: () => {
      dropUrlAhead()
      const filters = Object.keys(inUrl).filter((name) => !noFilters.includes(name))
      void change(Object.fromEntries(filters.map((name) => [name, undefined])))
    },
  }
}

/** For the fields of the filters: `set` applies a value at once, and `flush` writes all of them to the URL now. */
export function useFilterChange(): { set: (field: keyof Common, value: string) => void; flush: () => void } {
  const { set, flush } = useUrlSoon()
  return { set: (field, value) => set(names[field], value), flush }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether any filter is active. */
export const isSearching = ({ text, person, from, to, code }: Common): boolean =>
  [text, person, from, to, code].some((it) => it.trim() !== '')
