import { DayFilter, Filters } from '../../ui/filters.tsx'
import { Note } from '../../ui/states.tsx'
import { useSirDays } from './use-sir-days.ts'

/** The two days of figures and plots, and why they cannot be shown. */
export function SirDays({ problem }: { problem: string | null }) {
  const { start, end } = useSirDays()
  return (
    <>
      <Filters>
        <DayFilter label="Start date" {...start} />
        <DayFilter label="End date" {...end} />
      </Filters>
      {problem && (
        <Note tone="yellow" role="alert">
          {problem}
        </Note>
      )}
    </>
  )
}
