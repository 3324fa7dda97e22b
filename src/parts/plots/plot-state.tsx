import { asOfText } from '../../rules/date-text.ts'
import { sentence } from '../../rules/text.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Empty, ErrorLine, Note } from '../../ui/states.tsx'
import { AsOf } from '../as-of.tsx'
import { useNow, useServerTime, useZone } from '../use-now.ts'
import type { useStatistics } from './use-statistics.ts'

/** The source of the figures if it is not the office right now, and why. */
export function PlotState({ of: { held, problem, age } }: { of: ReturnType<typeof useStatistics> }) {
  const now = useNow()
  const zone = useZone()
  const at = useServerTime(held?.at)
  if (!held) return <AsOf of={age} />
  const since = at === null ? '' : `, ${asOfText(at, now, zone).replace('As', 'as')}`
  const words = `From what this device holds${since}. Records that it does not hold are not counted.`
  // A documented server has no such figures, so nothing has failed.
  const isUnknown = problem?.kind === 'refused' && problem.status === 404
  if (!problem || isUnknown || problem.kind === 'noSignal')
    return (
      <Note tone="yellow" role="status">
        {problem?.kind === 'noSignal' && 'No signal. '}
        {words}
      </Note>
    )
  return (
    <ErrorLine message="Failed to load the figures of the office" hint={`${sentence(problemText(problem))} ${words}`} />
  )
}

/** Shown if there is nothing to plot. */
export const NothingToPlot = ({ isHeld }: { isHeld: boolean }) => (
  <Empty>
    {isHeld
      ? 'This device holds no records of these days or of the period before.'
      : 'Nothing was recorded in these days or in the period before. Choose other days.'}
  </Empty>
)
