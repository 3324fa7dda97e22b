import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListSearch } from '../records/list-index.ts'
import { isDay } from '../rules/dates.ts'

/** The filters that every long list has; each stands in the address under its name. */
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
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      void navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, ...changes, page: undefined }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const { text, person, from, to, code } = {
    text: textIn(inUrl[names.text]),
    person: textIn(inUrl[names.person]),
    from: dayIn(inUrl[names.from]),
    to: dayIn(inUrl[names.to]),
    code: textIn(inUrl[names.code]),
  }
  const search = useMemo(() => ({ text, person, from, to, code }), [text, person, from, to, code])
  return {
    search,
    set: (field, value) => change({ [names[field]]: value || undefined }),
    clear: () => change(Object.fromEntries(Object.values(names).map((name) => [name, undefined]))),
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const dayIn = (value: unknown): string => (typeof value === 'string' && isDay(value) ? value : '')

/** Whether any of them leaves out rows. */
export const isSearching = ({ text, person, from, to, code }: Common): boolean =>
  [text, person, from, to, code].some((it) => it.trim() !== '')
