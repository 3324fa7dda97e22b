import { Link } from '@tanstack/react-router'
import type { Statistics } from '../../contract/statistics.ts'
import {
  addressName,
  codeName,
  codesTable,
  inspectorName,
  openTable,
  repeatTable,
  spanTable,
} from '../../rules/statistics-tables.ts'
import { ageNames, figure, spanRows, summaries } from '../../rules/statistics-words.ts'
import { AddressLink } from '../record-links.tsx'
import { MadePlot } from './made-plot.tsx'
import { PlotFigure } from './plot-figure.tsx'
import { Plots } from './plot-look.ts'
import { RowBars } from './row-bars.tsx'

/** All plots of a period. */
export function StatisticsPlots({ of }: { of: Statistics }) {
  return (
    <Plots>
      <MadePlot of={of} />
      <OpenPlot of={of} />
      <CodesPlot of={of} />
      <RepeatPlot of={of} />
      <SpanPlot
        of={of}
        span={of.response}
        title="Days from complaint to response"
        words={['complaint', 'answered', 'Complaints']}
      />
      <SpanPlot
        of={of}
        span={of.compliance}
        title="Days from notice to compliance"
        words={['violation', 'complied with', 'Violations']}
      />
    </Plots>
  )
}

function CodesPlot({ of }: { of: Statistics }) {
  const rows = of.codes.map((code) => ({
    id: code.id,
    name: codeName(code),
    shown: (
      <Link to="/code/$codeId" params={{ codeId: String(code.id) }}>
        {codeName(code)}
      </Link>
    ),
    ...{ count: code.count, before: code.before },
  }))
  const others = { id: 'others', name: 'All other sections', isRest: true, ...of.other_codes }
  const hasOthers = others.count > 0 || (rows.length > 0 && others.before > 0)
  return (
    <PlotFigure
      title="Violations by section"
      summary={summaries.codes(of, codeName)}
      table={codesTable(of)}
      period={of}
    >
      <RowBars rows={hasOthers ? [...rows, others] : rows} />
    </PlotFigure>
  )
}

function OpenPlot({ of }: { of: Statistics }) {
  const { inspectors, others } = of.open
  const sum = (ages: readonly number[]) => ages.reduce((total, it) => total + it, 0)
  const rows = [
    ...inspectors.map((it) => ({ id: it.user?.id ?? 'nobody', name: inspectorName(it), ages: it.ages })),
    ...(sum(others) > 0 ? [{ id: 'others', name: 'All other inspectors', ages: others }] : []),
  ]
  return (
    <PlotFigure title="Open violations by age" summary={summaries.open(of)} table={openTable(of)} period={of} isWide>
      {rows.length > 0 && (
        <RowBars
          rows={rows.map(({ ages, ...row }) => ({ ...row, count: sum(ages), parts: ages }))}
          partNames={ageNames.map((name, band) => `${name}: ${figure(of.open.ages[band] ?? 0)}`)}
        />
      )}
    </PlotFigure>
  )
}

interface SpanProps {
  of: Statistics
  span: Statistics['response']
  title: string
  /** 'complaint', 'answered', 'Complaints' */
  words: readonly [one: string, done: string, many: string]
}

function SpanPlot({ of, span, title, words: [one, done, many] }: SpanProps) {
  return (
    <PlotFigure title={title} summary={summaries.span(span, one, done)} table={spanTable(span, many)} period={of}>
      {span.count > 0 && <RowBars rows={spanRows(span).map((row) => ({ id: row.name, ...row }))} />}
    </PlotFigure>
  )
}

function RepeatPlot({ of }: { of: Statistics }) {
  const rows = of.repeat.addresses.map((it) => ({
    id: it.address_id,
    name: addressName(it),
    shown: <AddressLink id={it.address_id} combadd={it.combadd} />,
    ...{ count: it.count, before: it.before },
  }))
  return (
    <PlotFigure title="Repeat addresses" summary={summaries.repeat(of)} table={repeatTable(of)} period={of}>
      {rows.length > 0 && <RowBars rows={rows} />}
    </PlotFigure>
  )
}
