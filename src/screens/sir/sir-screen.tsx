import type { SirStats } from '../../contract/sir.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { DownloadCsv } from '../../parts/list-tools.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { sirSheet } from '../../records/sheets.ts'
import { sirStats } from '../../records/sir.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { type Problem, problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { DayFilter, Filters, useFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { sirGroups } from './sir-cards.ts'
import { AgeLine, Groups } from './sir-look.ts'
import { sirRange } from './sir-range.ts'

/** The figures between two days; without both, of the last two weeks (ST-01 to ST-04). */
export function SirScreen() {
  const start = useFilter('start')
  const end = useFilter('end')
  const { from, to, text, problem } = sirRange(start.value, end.value, useNow(), useZone())
  return (
    <Page
      title="SIR"
      meta={<span>Figures of the town · {text}</span>}
      actions={<Button onClick={() => window.print()}>Print</Button>}
    >
      <Filters>
        <DayFilter label="Start date" {...start} />
        <DayFilter label="End date" {...end} />
      </Filters>
      {problem && (
        <Note tone="yellow" role="alert">
          {problem}
        </Note>
      )}
      {(problem === null || from === '') && <Figures key={`${from} ${to}`} from={from} to={to} />}
    </Page>
  )
}

function Figures({ from, to }: { from: string; to: string }) {
  const stats = useValue<SirStats>(sirStats(from, to))
  if (!stats.value && stats.problem)
    return <ErrorLine message="Failed to load SIR stats" hint={whatHelps(stats.problem)} />
  if (!stats.value) return <Loading />
  const groups = sirGroups(stats.value)
  const cards = groups.flatMap((it) => it.cards)
  return (
    <>
      <Groups>
        {groups.map(({ title, cards }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <dl>
              {cards.map((it) => (
                <div key={it.title}>
                  <dt title={it.title}>{it.short}</dt>
                  <dd>{it.value.toLocaleString('en-US')}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Groups>
      <AgeLine>
        <AsOf of={stats} />
        <DownloadCsv name={`SIR ${from} ${to}`} rows={cards} sheet={sirSheet} />
      </AgeLine>
    </>
  )
}

const whatHelps = (problem: Problem): string =>
  problem.kind === 'refused'
    ? problemText(problem)
    : `${problemText(problem)}. Days that were shown here before can still be opened.`
