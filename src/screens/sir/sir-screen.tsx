import type { SirStats } from '../../contract/sir.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { DownloadCsv } from '../../parts/list-tools.tsx'
import { useNow, useServerTime, useZone } from '../../parts/use-now.ts'
import { sirSheet } from '../../records/sheets.ts'
import { sirStats } from '../../records/sir.ts'
import { dayOf } from '../../rules/dates.ts'
import { periodText } from '../../rules/statistics-words.ts'
import { useValue } from '../../sync/react/hooks.ts'
import { type Problem, problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/print-page.ts'
import { Segments } from '../../ui/segments.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { sirGroups } from './sir-cards.ts'
import { SirDays } from './sir-days.tsx'
import { AgeLine, Groups, Views } from './sir-look.ts'
import { coveredDays, laterIsUnknown, type SirRange, sirRange } from './sir-range.ts'
import { useSirDays } from './use-sir-days.ts'

const SirPlots = fetched(async () => (await import('./sir-plots.tsx')).SirPlots, <Loading />)

/** The figures between two days; without days, of the last two weeks (ST-01 to ST-04). Also available as plots. */
export function SirScreen() {
  const [view, setView] = useUrlState('view')
  const isPlots = view === 'plots'
  return (
    <Page
      title="SIR"
      meta={<span>{isPlots ? 'Plots of the town' : 'Figures of the town'}</span>}
      actions={<Button onClick={printPage}>Print</Button>}
    >
      <Views className="not-printed">
        <Segments role="group" aria-label="View">
          <button type="button" aria-pressed={!isPlots} onClick={() => setView('')}>
            Figures
          </button>
          <button type="button" aria-pressed={isPlots} onClick={() => setView('plots')}>
            Plots
          </button>
        </Segments>
      </Views>
      {isPlots ? <SirPlots /> : <SirFigures />}
    </Page>
  )
}

function SirFigures() {
  const { start, end } = useSirDays()
  const range = sirRange(start.value, end.value, useNow(), useZone())
  const { from, to, problem } = range
  return (
    <>
      <SirDays problem={problem} />
      {(problem === null || from === '') && <Figures key={`${from} ${to}`} range={range} />}
    </>
  )
}

/** The days that are shown, and what is known of them: an answer of before has none of the days after it. */
function useShownDays(range: SirRange, pulledAt: number | undefined) {
  const now = useNow()
  const zone = useZone()
  const counted = useServerTime(pulledAt) ?? now
  if (dayOf(counted, zone) >= dayOf(now, zone)) return { ...range, later: '' }
  const days = coveredDays(range, counted, zone)
  return days && { ...days, text: periodText(days), later: laterIsUnknown(days.to, counted, now, zone) }
}

function Figures({ range }: { range: SirRange }) {
  const stats = useValue<SirStats>(sirStats(range.from, range.to))
  const days = useShownDays(range, stats.pulledAt)
  if ((!stats.value || !days) && stats.problem)
    return <ErrorLine message="Failed to load SIR stats" hint={whatHelps(stats.problem)} />
  if (!stats.value || !days) return <Loading />
  const groups = sirGroups(stats.value)
  const cards = groups.flatMap((it) => it.cards)
  return (
    <>
      <p>
        {days.text}
        {days.later && `. ${days.later}`}
      </p>
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
        <DownloadCsv name={`SIR ${days.from} ${days.to}`} rows={cards} sheet={sirSheet} />
      </AgeLine>
    </>
  )
}

const whatHelps = (problem: Problem): string =>
  problem.kind === 'refused'
    ? problemText(problem)
    : `${problemText(problem)}. Days that were shown here before can still be opened.`
