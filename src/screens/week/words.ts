import type { Inspection } from '../../contract/inspection.ts'
import { dateText } from '../../rules/date-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import {
  type BoardRow,
  type Conflict,
  cellName,
  clockText,
  conflictText,
  loadOf,
  loadText,
  plannedAt,
} from '../../rules/week.ts'
import type { Planned, Spot } from '../../rules/week-move.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 'Mon, 11/23' of a day. */
export const dayText = (day: string): string => {
  const at = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % weekdays.length
  return `${weekdays[at]}, ${dateText(day).replace(/\/\d{4}$/, '')}`
}

/** '11/23/2026 – 11/29/2026' of a week. */
export const spanText = (from: string, to: string): string => `${dateText(from)} – ${dateText(to)}`

export const addressText = ({ address, address_id }: Inspection): string =>
  address?.combadd?.trim() || (address_id ? `Address #${address_id}` : 'No address')

export const kindText = (visit: Inspection): string => (isComplaint(visit) ? 'Complaint' : visit.source)

/** '9:05 AM', or 'No time' for a day without one. */
export const timeWords = (visit: Inspection, zone: string): string => {
  const time = plannedAt(visit, zone)?.time
  return time ? clockText(time) : 'No time'
}

const nameIn = (rows: readonly BoardRow[], id: number | null): string =>
  id === null ? 'Nobody' : (rows.find((it) => it.id === id)?.name ?? `User #${id}`)

/** 'Odile Navarro, Mon, 11/23, 9:00 AM': the place of a card. */
export const placeWords = (rows: readonly BoardRow[], { inspectorId, at }: Planned): string =>
  at === null
    ? 'the unscheduled'
    : `${nameIn(rows, inspectorId)}, ${dayText(at.slice(0, 10))}${at.endsWith('T00:00') ? '' : `, ${clockText(at.slice(11))}`}`

interface BoardWords {
  rows: readonly BoardRow[]
  cells: ReadonlyMap<string, readonly Inspection[]>
}

/** The announcement of a place while a card is over it. */
export function spotWords(
  { row, column }: Spot,
  { rows, days, cells, capacity }: BoardWords & { days: readonly string[]; capacity: number },
): string {
  const [to, day] = [rows[row], days[column]]
  if (!to || day === undefined) return 'The unscheduled'
  return `${to.name}, ${dayText(day)}: ${loadText(loadOf(cells.get(cellName(to.id, day)) ?? [], capacity))}`
}

/** What was moved where, whether it still waits, and its conflicts. */
export function madeWords(
  { visit, to }: { visit: Inspection; to: Planned },
  { rows, conflicts }: { rows: readonly BoardRow[]; conflicts: ReadonlyMap<string, readonly Conflict[]> },
  isWaiting: boolean,
): string {
  const day = to.at?.slice(0, 10)
  const found = day && to.inspectorId !== null ? (conflicts.get(cellName(to.inspectorId, day)) ?? []) : []
  const own = found.filter((it) => !('ids' in it) || it.ids.includes(visit.id))
  const conflict = own.length > 0 ? ` Conflict: ${own.map(conflictText).join('; ')}.` : ''
  const isAssigned = to.at === null && !visit.scheduled_datetime
  const what = isAssigned ? `assigned to ${nameIn(rows, to.inspectorId)}` : `moved to ${placeWords(rows, to)}`
  return `${addressText(visit)} ${what}${isWaiting ? ' (waiting to send)' : ''}.${conflict}`
}
