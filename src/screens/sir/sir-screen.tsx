import { chakra } from '@chakra-ui/react/styled-system'
import type { SirStats } from '../../contract/sir.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { sirStats } from '../../records/sir.ts'
import { isDay } from '../../rules/dates.ts'
import { problemText } from '../../sync/problem.ts'
import { useValue } from '../../sync/react.ts'
import { DayFilter, Filters, useFilter } from '../../ui/filters.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorLine, Loading, Note } from '../../ui/states.tsx'
import { sirCards } from './sir-cards.ts'

const Grid = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fill, minmax(11rem, 1fr))' },
    borderTop: 'var(--hairline) solid var(--line)',
    '& > div': {
      display: 'flex',
      flexDirection: 'column-reverse',
      justifyContent: 'flex-end',
      paddingBlock: 3,
      paddingInlineEnd: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { fontSize: '2xl', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums', lineHeight: 1.2 },
  },
})

/** The figures between two days; without both, of the last two weeks (ST-01 to ST-04). */
export function SirScreen() {
  const start = useFilter('start')
  const end = useFilter('end')
  const [from, to] = [start.value, end.value].map((it) => (isDay(it) ? it : '')) as [string, string] // two in, two out
  // A range that ends before it starts counts nothing; it is said instead of asked.
  const isBackwards = from !== '' && to !== '' && from > to
  return (
    <Page title="SIR" meta={<span>{from === '' && to === '' ? 'The last two weeks' : 'Between the days below'}</span>}>
      <Filters>
        <DayFilter label="Start date" {...start} />
        <DayFilter label="End date" {...end} />
      </Filters>
      {isBackwards ? (
        <Note tone="yellow" role="alert">
          The end date is before the start date.
        </Note>
      ) : (
        <Figures key={`${from} ${to}`} from={from} to={to} />
      )}
    </Page>
  )
}

function Figures({ from, to }: { from: string; to: string }) {
  const stats = useValue<SirStats>(sirStats(from, to))
  if (!stats.value && stats.problem)
    return <ErrorLine message="Failed to load SIR stats" hint={problemText(stats.problem)} />
  if (!stats.value) return <Loading />
  return (
    <>
      <Grid>
        {sirCards(stats.value).map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </Grid>
      <AsOf of={stats} />
    </>
  )
}
