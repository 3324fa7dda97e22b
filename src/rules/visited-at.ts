import { townZone, wallTime } from './dates.ts'
import { inspectionChoice, notYetConducted } from './inspection-status.ts'
import { wallOfText } from './wall-of-text.ts'

/** The fields of an inspection that tell when its status was set. */
export interface StatusSet {
  status_at?: string | null | undefined
  updated_at?: string | null | undefined
}

/** The fields of an inspection that tell when somebody was there. */
interface Visit extends StatusSet {
  scheduled_datetime?: string | null | undefined
  created_at?: string | null | undefined
}

/** When the status was set, also without signal (G-18). An imported record, and another server, have the last change. */
export const statusSetAt = ({ status_at, updated_at }: StatusSet): string | null | undefined => status_at ?? updated_at

/**
 * When somebody was there, as the town's wall time: the appointment, or the time of the status if there is no
 * appointment or if it was on a later day. Today does not count: a visit that was made early stays on its day.
 */
export function visitedAt(visit: Visit, zone: string): string | null {
  const at = wallTime(visit.scheduled_datetime, zone)
  const set = wallOfText(statusSetAt(visit), zone)
  return at && !(set && set < at.slice(0, 10)) ? at : (set ?? wallOfText(visit.created_at, zone))
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
