import { dayOf, townZone, wallTime } from './dates.ts'

/** Pending inspections: scheduled today first, then unscheduled, then the rest by ascending date (DB-32). */
export function inPendingOrder<Row extends { scheduled_datetime?: string | null }>(
  rows: readonly Row[],
  now: Date,
  zone: string = townZone,
): Row[] {
  const today = dayOf(now, zone)
  const keyed = rows.map((row) => {
    // Wall times in one format, so their text order is their time order.
    const wall = wallTime(row.scheduled_datetime, zone)
    return { row, group: wall === null ? 1 : wall.startsWith(today) ? 0 : 2, wall: wall ?? '' }
  })
  keyed.sort((a, b) => a.group - b.group || (a.wall < b.wall ? -1 : a.wall > b.wall ? 1 : 0))
  return keyed.map(({ row }) => row)
}
