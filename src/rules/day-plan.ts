import { dayOf, daysBetween, deadlineMoment, lastMinuteOf, townZone, wallTime } from './dates.ts'
import { deadlineOfViolation, type ViolationDeadline, violationDeadlineState } from './deadline.ts'
import { milesBetween, type Point } from './point.ts'

/** An inspection as the plan needs it. */
interface PlannedInspection {
  id: number
  scheduled_datetime?: string | null
}

/** A violation as the plan needs it. */
type PlannedViolation = ViolationDeadline & { id: number }

/**
 * One place to go to: an inspection to make, or a violation to look after. `at` is the wall time of the appointment
 * (null when unscheduled), or the last minute before the deadline passes.
 */
export type Stop<I, V> =
  | { kind: 'inspection'; record: I; at: string | null; daysLate: number }
  | { kind: 'violation'; record: V; at: string; daysLate: number }

/** The stops of an inspector: what should have been done, what is for today, what comes after. */
export interface DayPlan<I, V> {
  overdue: Stop<I, V>[]
  today: Stop<I, V>[]
  next: Stop<I, V>[]
}

/**
 * The round of an inspector, from their open inspections and violations. Overdue: scheduled for an earlier day, or past
 * the deadline; the longest overdue first. Today: in the order of their times, deadlines of the day after them. Next:
 * by date, unscheduled inspections last. A violation whose deadline is more than a few days away is no stop yet: it is
 * there when its badge says Approaching (AD-31).
 */
export function dayPlan<I extends PlannedInspection, V extends PlannedViolation>(
  { inspections, violations }: { inspections: readonly I[]; violations: readonly V[] },
  now: Date,
  zone: string = townZone,
): DayPlan<I, V> {
  const today = dayOf(now, zone)
  const plan: DayPlan<I, V> = { overdue: [], today: [], next: [] }
  for (const record of inspections) {
    const at = wallTime(record.scheduled_datetime, zone)
    const day = at?.slice(0, 10)
    const daysLate = day !== undefined && day < today ? daysBetween(day, today) : 0
    const part = daysLate > 0 ? plan.overdue : day === today ? plan.today : plan.next
    part.push({ kind: 'inspection', record, at, daysLate })
  }
  for (const record of violations) {
    const state = violationDeadlineState(record, now, zone)
    const due = deadlineMoment(deadlineOfViolation(record), zone)
    if (due === null || state === null || state === 'Plenty of Time') continue
    const at = lastMinuteOf(due, zone)
    const day = at.slice(0, 10)
    const daysLate = state === 'Past Due' ? Math.max(0, daysBetween(day, today)) : 0
    // One that passed earlier today still belongs to the day's work.
    const part = daysLate > 0 ? plan.overdue : day <= today ? plan.today : plan.next
    part.push({ kind: 'violation', record, at, daysLate })
  }
  plan.overdue.sort((a, b) => b.daysLate - a.daysLate || a.record.id - b.record.id)
  plan.today.sort(byTime)
  plan.next.sort(byTime)
  return plan
}

interface Timed {
  at: string | null
  record: { id: number }
}

/** Wall times of one form: their order as text is their order in time. Unscheduled ones come after all others. */
const byTime = (a: Timed, b: Timed): number => {
  const [first, second] = [a.at ?? '~', b.at ?? '~']
  return first < second ? -1 : first > second ? 1 : a.record.id - b.record.id
}

/** Stops by their distance from here, the nearest first; those whose place is not known last, in their order. */
export function byDistance<S>(stops: readonly S[], here: Point, pointOf: (stop: S) => Point | undefined): S[] {
  const keyed = stops.map((stop) => {
    const point = pointOf(stop)
    return { stop, miles: point ? milesBetween(here, point) : Number.POSITIVE_INFINITY }
  })
  return keyed.sort((a, b) => (a.miles === b.miles ? 0 : a.miles - b.miles)).map(({ stop }) => stop)
}

/**
 * Directions to a place in the phone's own map app: Apple's on its devices, elsewhere whichever answers `geo:`. By the
 * point where it is known, else by the words of the address.
 */
export function directionsLink(to: { words: string; point?: Point | undefined }, isApple: boolean): string {
  const point = to.point && `${to.point.latitude},${to.point.longitude}`
  const words = encodeURIComponent(to.words)
  if (isApple) return `https://maps.apple.com/?daddr=${point ?? words}`
  return point ? `geo:${point}?q=${point}(${words})` : `geo:0,0?q=${words}`
}
