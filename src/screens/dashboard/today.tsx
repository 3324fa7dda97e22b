import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { listed } from '../../parts/listed.ts'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { byDistance, dayPlan } from '../../rules/day-plan.ts'
import { isUnderReview } from '../../rules/inspection-status.ts'
import { milesBetween } from '../../rules/point.ts'
import { started } from '../../sync/device/start.ts'
import type { Rows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { Section } from '../../ui/section.tsx'
import { Segments } from '../../ui/segments.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import {
  allStops,
  type DayStop,
  inSightOf,
  ofEachSection,
  type Plan,
  recordsInSight,
  type SectionName,
  useRoundReadAhead,
} from './round.ts'
import { StopRow } from './stop-row.tsx'
import { TodayMap } from './today-map.tsx'
import { type Places, useHere, usePlaces } from './use-here.ts'
import { type StopFacts, useStopFacts } from './use-stop-facts.ts'

// Loaded by a tap, so the first screen does not wait for it.
const OutcomeSheet = fetched(async () => (await import('./outcome-sheet.tsx')).OutcomeSheet)

// It asks the office, which can wait until the round is shown.
const SentBackWords = fetched(
  async () => {
    await started()
    return (await import('./sent-back-words.tsx')).SentBackWords
  },
  null,
  null,
)

/** The inspector's round: overdue stops, today's, and the next ones; by time, or by distance from here. */
export function Today({ pending, active }: { pending: Rows<Inspection>; active: Rows<Violation> }) {
  const now = useNow()
  const zone = useZone()
  const { rows: inspections, problem } = listed(pending, 'Failed to fetch pending inspections')
  const open = listed(active, 'Failed to fetch active violations')
  // If they cannot be loaded, the panel below says so, and the round has only inspections.
  const violations = open.rows ?? (open.problem === undefined ? undefined : [])
  const here = useHere()
  const marks = { inspection: useUnsentMarks('inspection'), violation: useUnsentMarks('violation') }
  useRoundReadAhead(now, zone)
  if (problem !== undefined && !inspections) return <ErrorLine message={problem} />
  if (!inspections || !violations) return <Loading />
  const plan = dayPlan({ inspections, violations }, now, zone)
  return <Round plan={plan} here={here} marks={marks} time={now} />
}

/** The unsent work of each record. */
type Marks = Record<DayStop['kind'], ReturnType<typeof useUnsentMarks>>

function Round({ plan, here, marks, time }: { plan: Plan; time: Date } & Pick<StopsProps, 'here' | 'marks'>) {
  const [shownWhole, setShownWhole] = useState<readonly SectionName[]>([])
  const [notDone, setNotDone] = useState<Inspection>()
  const all = allStops(plan)
  // All are needed only to sort by distance.
  const places = usePlaces(here.point ? all.map(({ record }) => record) : recordsInSight(plan, shownWhole))
  const { point } = here
  const ordered = point
    ? ofEachSection((of) => byDistance(plan[of], point, ({ record }) => places.get(record.address_id ?? 0)))
    : plan
  const now = { plan: ordered, shownWhole, facts: useStopFacts(recordsInSight(ordered, shownWhole)) }
  // The rows in sight stay as they are until the facts of the next ones are read.
  const last = useRef(now)
  if (now.facts) last.current = now
  const { plan: shown, facts, shownWhole: whole } = last.current
  if (!facts) return <Loading />
  const first = shown.today.find((it) => it.kind === 'inspection' && !isUnderReview(it.record.status))
  const stopsOf = (of: SectionName) => {
    const inSight = inSightOf(shown, of, whole)
    const showAll = () => setShownWhole([...shownWhole, of])
    const shared = { first, here, places, facts, marks, time, onNotDone: setNotDone }
    return (
      <Stops of={of} stops={inSight} count={shown[of].length} isNow={of !== 'next'} onShowAll={showAll} {...shared} />
    )
  }
  return (
    <>
      <TodayMap stops={all} />
      <SentBackWords stops={all} />
      {shown.overdue.length > 0 && (
        <Section title="Overdue" count={shown.overdue.length}>
          {stopsOf('overdue')}
        </Section>
      )}
      <Section title="Today" count={shown.today.length} actions={<OrderOfStops here={here} />}>
        {here.words && <p role="status">{here.words}</p>}
        {shown.today.length > 0 ? stopsOf('today') : <p>Nothing is scheduled for today.</p>}
      </Section>
      {shown.next.length > 0 && (
        <Section title="Next" count={shown.next.length}>
          {stopsOf('next')}
        </Section>
      )}
      {notDone && (
        <OutcomeSheet
          inspection={notDone}
          said={facts.get(notDone.address_id ?? 0)?.notMade ?? []}
          onClose={() => setNotDone(undefined)}
        />
      )}
    </>
  )
}

function OrderOfStops({ here }: { here: ReturnType<typeof useHere> }) {
  return (
    <Segments role="group" aria-label="Order of the stops">
      <button type="button" aria-pressed={!here.isWanted} onClick={here.forget}>
        By time
      </button>
      <button type="button" aria-pressed={here.isWanted} onClick={here.ask}>
        By distance
      </button>
    </Segments>
  )
}

interface StopsProps {
  /** The section, also the name of the list for screen readers. */
  of: SectionName
  /** Those in sight, of so many. */
  stops: DayStop[]
  count: number
  /** Whether they can be started now: overdue and today's stops have buttons. */
  isNow: boolean
  /** The next stop of the day, whose button is the only main button. */
  first: DayStop | undefined
  here: ReturnType<typeof useHere>
  places: Places
  facts: ReadonlyMap<Id, StopFacts>
  marks: Marks
  /** Read once for all rows. */
  time: Date
  onShowAll: () => void
  onNotDone: (inspection: Inspection) => void
}

const List = chakra('ul', {
  base: { marginInline: 'calc(-1 * var(--gutter))' },
})

function Stops({ of, stops, count, isNow, first, here, places, facts, marks, time, onShowAll, onNotDone }: StopsProps) {
  return (
    <>
      <List aria-label={`Stops ${of}`}>
        {stops.map((stop) => {
          const place = places.get(stop.record.address_id ?? 0)
          return (
            <StopRow
              key={`${stop.kind} ${stop.record.id}`}
              stop={stop}
              place={place}
              facts={facts.get(stop.record.address_id ?? 0)}
              miles={here.point && place && milesBetween(here.point, place)}
              hasActions={isNow}
              entries={marks[stop.kind].get(stop.record.id)}
              isFirst={stop === first}
              time={time}
              onNotDone={onNotDone}
            />
          )
        })}
      </List>
      {stops.length < count && (
        <Button kind="quiet" data-flush="" onClick={onShowAll}>
          Show all {count}
          <span className="unseen"> {of}</span>
        </Button>
      )}
    </>
  )
}
