import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import { listed } from '../../parts/listed.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { queryName } from '../../records/query.ts'
import { activeViolations } from '../../records/violation.ts'
import { type DayPlan, dayPlan, type Stop } from '../../rules/day-plan.ts'
import type { Rows } from '../../sync/react/hooks.ts'
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

/** What the round shows: its stops, or why they cannot be loaded; neither while they are loading. */
export interface RoundToday {
  plan: Plan | undefined
  problem: string | undefined
}

/** The inspector's round, from their two lists; null: nobody goes out from this screen. */
export function useRound(lists: { pending: Rows<Inspection>; active: Rows<Violation> } | null): RoundToday {
  const now = useNow()
  const zone = useZone()
  const pending = lists && listed(lists.pending, 'Failed to fetch pending inspections')
  const active = lists && listed(lists.active, 'Failed to fetch active violations')
  const inspections = pending?.rows
  // If they cannot be loaded, the panel below says so, and the round has only inspections.
  const violations = active?.rows ?? (active?.problem === undefined ? undefined : none)
  const plan = useMemo(
    () => inspections && violations && dayPlan({ inspections, violations }, now, zone),
    [inspections, violations, now, zone],
  )
  return { plan, problem: inspections ? undefined : pending?.problem }
}

const none: Violation[] = []

/** Reads the facts of the stops together with the lists that tell which stops there are. */
export function useRoundReadAhead(userId: number): void {
  const now = useNow()
  const zone = useZone()
  const { pending, active } = listsOfRound(userId)
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
