import { townZone, wallTime } from './dates.ts'
import { inspectionChoice, notYetConducted } from './inspection-status.ts'
import { wallOfText } from './wall-of-text.ts'

/** The fields of an inspection that tell when somebody was there. */
interface Visit {
  scheduled_datetime?: string | null | undefined
  updated_at?: string | null | undefined
  created_at?: string | null | undefined
}

/**
 * When somebody was there, as the town's wall time: the appointment, or the last change if there is no appointment or
 * if it was on a later day. Today does not count: a visit that was made early stays on its day.
 */
export function visitedAt({ scheduled_datetime, updated_at, created_at }: Visit, zone: string): string | null {
  const at = wallTime(scheduled_datetime, zone)
  const changed = wallOfText(updated_at, zone)
  return at && !(changed && changed < at.slice(0, 10)) ? at : (changed ?? wallOfText(created_at, zone))
}

const noVisit: readonly (string | null)[] = ['Pending', 'Scheduled', 'Cancelled']

/** The day of the last visit for an inspection, 'YYYY-MM-DD'; null if there was none. */
export function lastVisitDay(
  rows: readonly (Visit & { status?: string | null })[],
  zone: string = townZone,
): string | null {
  const days = rows.flatMap((it) => {
    if (notYetConducted(it.status) || noVisit.includes(inspectionChoice(it.status))) return []
    return visitedAt(it, zone)?.slice(0, 10) ?? []
  })
  return days.sort().at(-1) ?? null
}
