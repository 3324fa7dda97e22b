import type { Period } from '../../rules/statistics-period.ts'
import { useFilter } from '../../ui/filters.tsx'
import { useUrlChange } from '../../ui/url-state.ts'

/** The two days in the address, and how to choose both at once; null for the usual ones. */
export function useSirDays() {
  const start = useFilter('start')
  const end = useFilter('end')
  const change = useUrlChange()
  const choose = (period: Period | null) => change({ start: period?.from, end: period?.to })
  return { start, end, choose }
}
