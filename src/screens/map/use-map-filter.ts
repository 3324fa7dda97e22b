import { useMemo } from 'react'
import type { MapFilter } from '../../rules/map-filter.ts'
import { dayIn, useFilter, useTextFilter } from '../../ui/filters.tsx'

type Field = ReturnType<typeof useFilter>

/** The filter of the map from the URL, and each field for its control. */
export function useMapFilter(): { filter: MapFilter; fields: Record<keyof MapFilter, Field> } {
  const fields = {
    hide: useFilter('hide'),
    status: useFilter('status'),
    source: useFilter('source'),
    inspector: useFilter('inspector'),
    code: useFilter('code'),
    from: useFilter('from', dayIn),
    to: useFilter('to', dayIn),
    text: useTextFilter('text'),
  }
  const { hide, status, source, inspector, code, from, to, text } = fields
  const values = [hide, status, source, inspector, code, from, to, text].map(({ value }) => value)
  const filter = useMemo(
    (): MapFilter => {
      const [hide = '', status = '', source = '', inspector = '', code = '', from = '', to = '', text = ''] = values
      return { hide, status, source, inspector, code, from, to, text }
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: the values themselves, however many
    values,
  )
  return { filter, fields }
}
