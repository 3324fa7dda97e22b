import { useNavigate } from '@tanstack/react-router'
import type { Period } from '../../rules/statistics-period.ts'
import { useFilter } from '../../ui/filters.tsx'

/** The two days in the address, and how to choose both at once; null for the usual ones. */
export function useSirDays() {
  const start = useFilter('start')
  const end = useFilter('end')
  const navigate = useNavigate()
  const choose = (period: Period | null) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => ({ ...old, start: period?.from, end: period?.to }),
      replace: true,
      resetScroll: false,
    })
  return { start, end, choose }
}
