import { dayOf, daysBetween, deadlineMoment, lastMinuteOf, townZone } from './dates.ts'
import { deadlineOfViolation, inDeadlineOrder, type ViolationDeadline } from './deadline.ts'
import { isOpenVisit } from './open-visit.ts'
import { plural } from './text.ts'

/**
 * The days to a deadline in words: '3 days left', 'due today', 'late since today', '12 days late'; null without a
 * deadline.
 */
export function daysLeftText(
  deadline: string | null | undefined,
  now: Date,
  zone: string = townZone,
): { text: string; isLate: boolean } | null {
  const passes = deadlineMoment(deadline, zone)
  if (!passes) return null
  const left = daysBetween(dayOf(now, zone), lastMinuteOf(passes, zone).slice(0, 10))
  if (left < 0) return { text: `${plural(-left, 'day')} late`, isLate: true }
  // The badge says Past Due from the minute on.
  if (left === 0 && passes <= now) return { text: 'late since today', isLate: true }
  return left === 0 ? { text: 'due today', isLate: false } : { text: `${plural(left, 'day')} left`, isLate: false }
}

/** Whether a violation is still open: neither resolved nor dismissed (VL-02). */
export const isOpenViolation = ({ status }: { status?: number | null }): boolean => status !== 1 && status !== 3

type OpenViolation = ViolationDeadline & { id: number }

/** The open violations, soonest deadline first, each with its days left. */
export const openViolations = <V extends OpenViolation>(rows: readonly V[], now: Date, zone: string = townZone) =>
  inDeadlineOrder(rows.filter(isOpenViolation), zone).map((record) => ({
    record,
    left: daysLeftText(deadlineOfViolation(record), now, zone),
  }))

interface Visit {
  status?: string | null
  source: string
}

/** Unfinished inspections, and unanswered complaints (G-03, DB-44), started ones too. */
export const openVisits = <I extends Visit>(rows: readonly I[]): I[] => rows.filter(isOpenVisit)
