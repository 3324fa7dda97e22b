import type { ReactNode } from 'react'
import type { Statistics } from '../../contract/statistics.ts'
import { dayOf } from '../../rules/dates.ts'
import { isWholeStep } from '../../rules/statistics-period.ts'
import { madeTable } from '../../rules/statistics-tables.ts'
import { changeText, figure, madeKinds, summaries } from '../../rules/statistics-words.ts'
import { useNow, useZone } from '../use-now.ts'
import { PlotFigure } from './plot-figure.tsx'
import { StepBars } from './step-bars.tsx'

const titles: Record<Statistics['step'], string> = { day: 'Day by day', week: 'Week by week', month: 'Month by month' }

interface Props {
  of: Statistics
  isInSection?: boolean
  way?: ReactNode
}

/**
 * Complaints, inspections, violations and citations, each in its own plot, because their numbers are too different for
 * one scale.
 */
export function MadePlot({ of, isInSection = false, way }: Props) {
  const today = dayOf(useNow(), useZone())
  const hasPieces = of.steps.some((step) => !isWholeStep(step, of.step) || step.to >= today)
  return (
    <PlotFigure
      title={titles[of.step]}
      summary={summaries.made(of)}
      table={madeTable(of)}
      period={of}
      isWide
      isInSection={isInSection}
      way={way}
    >
      <div className="made">
        {madeKinds.map(([kind, name]) => (
          <div key={kind}>
            <p>
              <strong>
                {figure(of[kind].count)} {name.toLowerCase()}
              </strong>
              {' · '}
              {changeText(of[kind])}
            </p>
            <StepBars
              words={`${name}: ${of.steps.map((step) => step[kind]).join(', ')}`}
              steps={of.steps}
              counts={of.steps.map((step) => step[kind])}
              size={of.step}
              today={today}
            />
          </div>
        ))}
      </div>
      {hasPieces && (
        <p className="legend">Dashed: a {of.step} that is not over, or is cut by the first or the last day.</p>
      )}
    </PlotFigure>
  )
}
