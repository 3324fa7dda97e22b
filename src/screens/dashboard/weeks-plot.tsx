import { Link } from '@tanstack/react-router'
import { MadePlot } from '../../parts/plots/made-plot.tsx'
import { PlotState } from '../../parts/plots/plot-state.tsx'
import { useStatistics } from '../../parts/plots/use-statistics.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { dayOf } from '../../rules/dates.ts'
import { lastWeeks } from '../../rules/statistics-period.ts'
import { Loading } from '../../ui/states.tsx'

/** The town's work in each of the last twelve weeks, with a link to all plots. */
export function WeeksPlot() {
  const today = dayOf(useNow(), useZone())
  return <Shown key={today} today={today} />
}

function Shown({ today }: { today: string }) {
  const of = useStatistics(lastWeeks(today))
  if (!of.value) return <Loading />
  return (
    <>
      <PlotState of={of} />
      <MadePlot
        of={of.value}
        isInSection
        way={
          <Link to="/sir" search={{ view: 'plots' }}>
            All plots
          </Link>
        }
      />
    </>
  )
}
