import { dayOf, daysBetween, deadlineMoment, lastMinuteOf, townZone, wallTime } from './dates.ts'
import { deadlineOfViolation, type ViolationDeadline, violationDeadlineState } from './deadline.ts'
import { milesBetween, type Point } from './point.ts'

/** The fields of an inspection that the plan needs. */
interface PlannedInspection {
  id: number
  scheduled_datetime?: string | null
}

/** The fields of a violation that the plan needs. */
type PlannedViolation = ViolationDeadline & { id: number }

/**
 * One place to visit: an inspection, or a violation to follow up. `at` is the wall time of the appointment (null if
 * unscheduled), or the last minute before the deadline.
 */
export type Stop<I, V> =
  | { kind: 'inspection'; record: I; at: string | null; daysLate: number }
  | { kind: 'violation'; record: V; at: string; daysLate: number }

/** The stops of an inspector: overdue, today, and later. */
export interface DayPlan<I, V> {
  overdue: Stop<I, V>[]
  today: Stop<I, V>[]
  next: Stop<I, V>[]
}

/**
 * The round of an inspector, from their open inspections and violations. Overdue: scheduled for an earlier day or past
 * the deadline, longest overdue first. Today: by time, with the day's deadlines last. Next: by date, with unscheduled
 * inspections last. A violation becomes a stop when its badge says Approaching (AD-31), a few days before its
 * deadline.
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
    // A deadline that passed earlier today still belongs to today's work.
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

/** Wall times in one format, so their text order is their time order. Unscheduled ones come last. */
const byTime = (a: Timed, b: Timed): number => {
  const [first, second] = [a.at ?? '~', b.at ?? '~']
  return first < second ? -1 : first > second ? 1 : a.record.id - b.record.id
}

/** Stops by distance from here, nearest first. Stops without a known place come last, in their order. */
export function byDistance<S>(stops: readonly S[], here: Point, pointOf: (stop: S) => Point | undefined): S[] {
  const keyed = stops.map((stop) => {
    const point = pointOf(stop)
    return { stop, miles: point ? milesBetween(here, point) : Number.POSITIVE_INFINITY }
  })
  return keyed.sort((a, b) => (a.miles === b.miles ? 0 : a.miles - b.miles)).map(({ stop }) => stop)
}

/**
 * Directions to a place in the phone's map app: Apple's on its devices, elsewhere the app for `geo:`. Uses the point
 * if known, else the address text.
 */
export function directionsLink(to: { words: string; point?: Point | undefined }, isApple: boolean): string {
  const point = to.point && `${to.point.latitude},${to.point.longitude}`
  const words = encodeURIComponent(to.words)
  if (isApple) return `https://maps.apple.com/?daddr=${point ?? words}`
  return point ? `geo:${point}?q=${point}(${words})` : `geo:0,0?q=${words}`
}
