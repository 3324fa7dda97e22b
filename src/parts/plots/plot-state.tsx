import { asOfText } from '../../rules/date-text.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Empty, ErrorLine, Note } from '../../ui/states.tsx'
import { AsOf } from '../as-of.tsx'
import { useNow, useZone } from '../use-now.ts'
import type { useStatistics } from './use-statistics.ts'

/** Where the figures come from when that is not the office right now, and what kept it away. */
export function PlotState({ of: { held, problem, age } }: { of: ReturnType<typeof useStatistics> }) {
  const now = useNow()
  const zone = useZone()
  if (!held) return <AsOf of={age} />
  const at = held.at === null ? '' : `, ${asOfText(new Date(held.at), now, zone).replace('As', 'as')}`
  const words = `From what this device holds${at}. Records that it does not hold are not counted.`
  // A server of the documented calls alone knows no such figures: nothing has failed.
  const isUnknown = problem?.kind === 'refused' && problem.status === 404
  if (!problem || isUnknown || problem.kind === 'noSignal')
    return (
      <Note tone="yellow" role="status">
        {problem?.kind === 'noSignal' && 'No signal. '}
        {words}
      </Note>
    )
  return <ErrorLine message="Failed to load the figures of the office" hint={`${problemText(problem)}. ${words}`} />
}

/** Said in place of plots of nothing. */
export const NothingToPlot = ({ isHeld }: { isHeld: boolean }) => (
  <Empty>
    {isHeld
      ? 'This device holds no records of these days or of the period before.'
      : 'Nothing was recorded in these days or in the period before. Choose other days.'}
  </Empty>
)
