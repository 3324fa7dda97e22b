import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { listed } from '../../parts/listed.ts'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { byDistance, type DayPlan, dayPlan, type Stop } from '../../rules/day-plan.ts'
import { milesBetween } from '../../rules/point.ts'
import { started } from '../../sync/device/start.ts'
import type { Rows } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { Section } from '../../ui/section.tsx'
import { Segments } from '../../ui/segments.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'
import { StopRow } from './stop-row.tsx'
import { TodayMap } from './today-map.tsx'
import { type Places, useHere, usePlaces } from './use-here.ts'
import { type StopFacts, useStopFacts } from './use-stop-facts.ts'

// Loaded by a tap, so the first screen does not wait for it.
const OutcomeSheet = fetched(async () => (await import('./outcome-sheet.tsx')).OutcomeSheet)

// It asks the office, which can wait until the round is shown.
const SentBackWords = fetched(async () => {
  await started()
  return (await import('./sent-back-words.tsx')).SentBackWords
})

type DayStop = Stop<Inspection, Violation>
type Plan = DayPlan<Inspection, Violation>

/** The inspector's round: overdue stops, today's, and the next ones; by time, or by distance from here. */
export function Today({ pending, active }: { pending: Rows<Inspection>; active: Rows<Violation> }) {
  const now = useNow()
  const zone = useZone()
  const { rows: inspections, problem } = listed(pending, 'Failed to fetch pending inspections')
  const open = listed(active, 'Failed to fetch active violations')
  // If they cannot be loaded, the panel below says so, and the round has only inspections.
  const violations = open.rows ?? (open.problem === undefined ? undefined : [])
  const here = useHere()
  if (problem !== undefined && !inspections) return <ErrorLine message={problem} />
  if (!inspections || !violations) return <Loading />
  const plan = dayPlan({ inspections, violations }, now, zone)
  return <Round plan={plan} here={here} />
}

function Round({ plan, here }: { plan: Plan; here: ReturnType<typeof useHere> }) {
  const all = [...plan.overdue, ...plan.today, ...plan.next]
  const records = all.map(({ record }) => record)
  const places = usePlaces(records)
  const facts = useStopFacts(records)
  const marks = { inspection: useUnsentMarks('inspection'), violation: useUnsentMarks('violation') }
  const ordered = (stops: DayStop[]) =>
    here.point ? byDistance(stops, here.point, ({ record }) => places.get(record.address_id ?? 0)) : stops
  const [first] = ordered(plan.today).filter(({ kind }) => kind === 'inspection')
  const [notDone, setNotDone] = useState<Inspection>()
  if (!facts) return <Loading />
  const shared = { first, here, places, facts, marks, onNotDone: setNotDone }
  return (
    <>
      <TodayMap stops={all} />
      <SentBackWords stops={all} />
      {plan.overdue.length > 0 && (
        <Section title="Overdue" count={plan.overdue.length}>
          <Stops stops={ordered(plan.overdue)} shown={3} of="overdue" isNow {...shared} />
        </Section>
      )}
      <Section title="Today" count={plan.today.length} actions={<OrderOfStops here={here} />}>
        {here.words && <p role="status">{here.words}</p>}
        {plan.today.length > 0 ? (
          <Stops stops={ordered(plan.today)} of="today" isNow {...shared} />
        ) : (
          <p>Nothing is scheduled for today.</p>
        )}
      </Section>
      {plan.next.length > 0 && (
        <Section title="Next" count={plan.next.length}>
          <Stops stops={ordered(plan.next)} shown={5} of="next" isNow={false} {...shared} />
        </Section>
      )}
      {notDone && <OutcomeSheet inspection={notDone} onClose={() => setNotDone(undefined)} />}
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
  stops: DayStop[]
  /** How many are shown at first, the rest after a tap; absent: all. */
  shown?: number
  /** The name of the list for screen readers. */
  of: string
  /** Whether they can be started now: overdue and today's stops have buttons. */
  isNow: boolean
  /** The next stop of the day, whose button is the only main button. */
  first: DayStop | undefined
  here: ReturnType<typeof useHere>
  places: Places
  facts: ReadonlyMap<Id, StopFacts>
  /** The unsent work of each record. */
  marks: Record<DayStop['kind'], ReturnType<typeof useUnsentMarks>>
  onNotDone: (inspection: Inspection) => void
}

const List = chakra('ul', {
  base: { marginInline: 'calc(-1 * var(--gutter))' },
})

function Stops({
  stops,
  shown = Number.POSITIVE_INFINITY,
  of,
  isNow,
  first,
  here,
  places,
  facts,
  marks,
  onNotDone,
}: StopsProps) {
  const [isAllShown, setAllShown] = useState(false)
  const inSight = isAllShown ? stops : stops.slice(0, shown)
  return (
    <>
      <List aria-label={`Stops ${of}`}>
        {inSight.map((stop) => {
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
              onNotDone={onNotDone}
            />
          )
        })}
      </List>
      {inSight.length < stops.length && (
        <Button kind="quiet" shape="flush" onClick={() => setAllShown(true)}>
          Show all {stops.length}
          <span className="unseen"> {of}</span>
        </Button>
      )}
    </>
  )
}
