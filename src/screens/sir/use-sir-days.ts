import type { Period } from '../../rules/statistics-period.ts'
import { dayIn, useFilter } from '../../ui/filters.tsx'
import { useUrlChange } from '../../ui/url-state.ts'

/** The two days in the URL, and a function that sets both at once; null for the default. */
export function useSirDays() {
  const start = useFilter('start', dayIn)
  const end = useFilter('end', dayIn)
  const change = useUrlChange()
  const choose = (period: Period | null) => change({ start: period?.from, end: period?.to })
  return { start, end, choose }
}
