import { chakra } from '@chakra-ui/react/styled-system'
import { NothingToPlot, PlotState } from '../../parts/plots/plot-state.tsx'
import { StatisticsPlots } from '../../parts/plots/statistics-plots.tsx'
import { useStatistics } from '../../parts/plots/use-statistics.ts'
import { useNow, useServerTime, useZone } from '../../parts/use-now.ts'
import { dayOf } from '../../rules/dates.ts'
import { definitions } from '../../rules/statistics.ts'
import { type Period, periodBefore, presets } from '../../rules/statistics-period.ts'
import { isEmpty, periodText } from '../../rules/statistics-words.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPrinting } from '../../ui/printing.ts'
import { ButtonRow } from '../../ui/stack.ts'
import { Loading } from '../../ui/states.tsx'
import { plotPeriod } from './plot-period.ts'
import { SirDays } from './sir-days.tsx'
import { laterIsUnknown } from './sir-range.ts'
import { useSirDays } from './use-sir-days.ts'

/** As tall as the first plots, so that nothing moves when they load. */
const Bones = chakra('div', { base: { minHeight: '40rem' } })
const Meanings = chakra('details', {
  base: {
    maxWidth: '48rem',
    '& > summary': { paddingBlock: 3, minHeight: 'tap' },
    '& dt': { fontWeight: 'medium', paddingTop: 2 },
    '& dd': { color: 'fg.muted' },
  },
})

/** The plots between two days; without days, of the last twelve weeks. */
export function SirPlots() {
  const { start, end, choose } = useSirDays()
  const today = dayOf(useNow(), useZone())
  const { period, problem } = plotPeriod(start.value, end.value, today)
  return (
    <>
      <ButtonRow role="group" aria-label="Period" className="not-printed">
        {presets(today).map(({ name, period: preset }, n) => {
          const isUsual = n === 0
          const isChosen = problem === null && preset.from === period.from && preset.to === period.to
          return (
            <Button key={name} aria-pressed={isChosen} onClick={() => choose(isUsual ? null : preset)}>
              {name}
            </Button>
          )
        })}
      </ButtonRow>
      <SirDays problem={problem} />
      <p>
        {periodText(period)}, compared with {periodText(periodBefore(period))}
      </p>
      <Shown key={`${period.from} ${period.to}`} period={period} />
    </>
  )
}

function Shown({ period }: { period: Period }) {
  const of = useStatistics(period)
  const isPrinting = useIsPrinting()
  const now = useNow()
  const zone = useZone()
  const counted = useServerTime(of.age.pulledAt)
  if (!of.value)
    return (
      <Bones>
        <Loading />
      </Bones>
    )
  const later = !of.held && counted ? laterIsUnknown(period.to, counted, now, zone) : ''
  return (
    <>
      <PlotState of={of} />
      {later && <p>{later}</p>}
      {isEmpty(of.value) ? <NothingToPlot isHeld={of.held !== null} /> : <StatisticsPlots of={of.value} />}
      <Meanings open={isPrinting || undefined}>
        <summary>What is counted</summary>
        <dl>
          {definitions.map(([what, meaning]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Meanings>
    </>
  )
}
