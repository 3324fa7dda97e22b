import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { queryName } from '../../records/query.ts'
import { activeViolations } from '../../records/violation.ts'
import { type DayPlan, dayPlan, type Stop } from '../../rules/day-plan.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useReadAhead } from '../../sync/react/live.ts'
import { placesAhead } from './use-here.ts'
import { stopFactsAhead } from './use-stop-facts.ts'

export type DayStop = Stop<Inspection, Violation>
export type Plan = DayPlan<Inspection, Violation>

/** How many stops of a section are shown at first, the rest after a tap. */
const shownAtFirst = { overdue: 3, today: Number.POSITIVE_INFINITY, next: 5 }
export type SectionName = keyof typeof shownAtFirst
const sections: readonly SectionName[] = ['overdue', 'today', 'next']

/** The lists of one person from which the round is made. */
export const listsOfRound = (userId: number) => ({
  pending: pendingInspections(userId),
  active: activeViolations(userId),
})

/** Reads the facts of the stops together with the lists that tell which stops there are. */
export function useRoundReadAhead(now: Date, zone: string): void {
  const { pending, active } = listsOfRound(useEngine().person.userId)
  useReadAhead(async (db, resultOf) => {
    // The names are those of the lists' own reads.
    const inspections = ((await resultOf(queryName(pending))) ?? []) as Inspection[]
    const violations = ((await resultOf(queryName(active))) ?? []) as Violation[]
    const records = recordsInSight(dayPlan({ inspections, violations }, now, zone), [])
    return new Map(await Promise.all([stopFactsAhead(db, records), placesAhead(db, records)]))
  })
}

/** The same of each section. */
export const ofEachSection = (stopsOf: (of: SectionName) => DayStop[]): Plan => ({
  overdue: stopsOf('overdue'),
  today: stopsOf('today'),
  next: stopsOf('next'),
})

export const allStops = (plan: Plan): DayStop[] => sections.flatMap((of) => plan[of])

/** The stops of a section that are shown; `whole`: the sections that are shown to their end. */
export const inSightOf = (plan: Plan, of: SectionName, whole: readonly SectionName[]): DayStop[] =>
  whole.includes(of) ? plan[of] : plan[of].slice(0, shownAtFirst[of])

export const recordsInSight = (plan: Plan, whole: readonly SectionName[]) =>
  sections.flatMap((of) => inSightOf(plan, of, whole)).map(({ record }) => record)
