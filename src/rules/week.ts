import { wallTimeText } from './date-text.ts'
import { addDays, daysBetween, townZone, wallTime } from './dates.ts'
import { groupedBy } from './grouped.ts'
import { isComplaint } from './inspection-source.ts'
import { inspectionChoice } from './inspection-status.ts'
import { byText } from './list-order.ts'
import { isOpenVisit } from './open-visit.ts'
import { type NamedPerson, personName } from './person.ts'
import { milesBetween, type Point } from './point.ts'

/** The fields of an inspection or complaint that a week's plan needs. */
export interface PlannedVisit {
  id: number
  source?: string | null
  status?: string | null | undefined
  inspector_id?: number | null | undefined
  scheduled_datetime?: string | null | undefined
}

/** A Monday, from which weeks are counted. */
const someMonday = '2024-01-01'
const weekLength = 7

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => {
  const days = daysBetween(someMonday, day) % weekLength
  return addDays(day, -(days < 0 ? days + weekLength : days))
}

/** The seven days of a week from its Monday. */
export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: weekLength }, (_, at) => addDays(monday, at))

/** Saturdays and Sundays. */
export const isWeekend = (day: string): boolean => daysBetween(mondayOf(day), day) >= 5

/** The days of a board. A weekend day is shown only if something is planned on it, or if weekends are switched on. */
export const shownDays = (monday: string, planned: ReadonlySet<string>, withWeekend: boolean): string[] =>
  daysOfWeek(monday).filter((day) => withWeekend || !isWeekend(day) || planned.has(day))

/** Whether both days of the weekend are shown because of their visits. */
export const isWeekendPlanned = (monday: string, planned: ReadonlySet<string>): boolean =>
  shownDays(monday, planned, false).length === weekLength

/** The days on which something is planned. */
export const plannedDays = (visits: readonly PlannedVisit[], zone: string = townZone): ReadonlySet<string> =>
  new Set(visits.flatMap((it) => plannedAt(it, zone)?.day ?? []))

/** The planned wall time of a visit; only `day` if it has no time. Null if it is not planned. */
export function plannedAt(visit: PlannedVisit, zone: string = townZone): { day: string; time: string | null } | null {
  const wall = wallTime(visit.scheduled_datetime, zone)
  if (wall === null) return null
  const time = wall.slice(11)
  // A day without a time is stored as its first minute; nobody inspects at midnight.
  return { day: wall.slice(0, 10), time: time === '00:00' ? null : time }
}

/** The name of a board's cell. */
export const cellName = (inspectorId: number, day: string): string => `${inspectorId} ${day}`

/** The visits of each cell by time; those without a time come last. */
export function cellsOf<Visit extends PlannedVisit>(
  visits: readonly Visit[],
  zone: string = townZone,
): Map<string, Visit[]> {
  const timed = visits.flatMap((visit) => {
    const at = plannedAt(visit, zone)
    return at && visit.inspector_id != null ? [{ visit, at, inspectorId: visit.inspector_id }] : []
  })
  timed.sort((a, b) => {
    const [first, second] = [a.at.time ?? '~', b.at.time ?? '~']
    return first < second ? -1 : first > second ? 1 : a.visit.id - b.visit.id
  })
  const groups = groupedBy(timed, ({ inspectorId, at }) => cellName(inspectorId, at.day))
  return new Map([...groups].map(([name, them]) => [name, them.map(({ visit }) => visit)]))
}

/** The duration of a visit by its source (minutes). Records have no duration, so these are estimates. */
const minutesOf: Partial<Record<string, number>> = {
  'Multifamily License': 90,
  'Single Family License': 60,
  'Building/Dumpster/POD permit': 30,
  'Business License': 45,
}
const usualMinutes = 45

export const visitMinutes = (visit: Pick<PlannedVisit, 'source'>): number =>
  isComplaint(visit) ? 30 : (minutesOf[visit.source ?? ''] ?? usualMinutes)

/** The usual visits a day, and the bounds within which a person can choose another number. */
export const usualCapacity = 6
export const mostCapacity = 16
/** More visiting time than this does not fit in a working day, however few the visits (minutes). */
const workingMinutes = 8 * 60

/** An inspector's day: its visits, and how many fit. */
export interface Load {
  count: number
  minutes: number
  capacity: number
  isOver: boolean
}

/** Cancelled visits take no time; completed ones do. */
export function loadOf(stops: readonly PlannedVisit[], capacity: number): Load {
  const counted = stops.filter(({ status }) => inspectionChoice(status) !== 'Cancelled')
  const minutes = counted.reduce((sum, it) => sum + visitMinutes(it), 0)
  const count = counted.length
  return { count, minutes, capacity, isOver: count > capacity || minutes > workingMinutes }
}

/** The number of visits in some cells, counted as in each cell. */
export const countIn = (cells: ReadonlyMap<string, readonly PlannedVisit[]>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + loadOf(cells.get(name) ?? [], usualCapacity).count, 0)

/** '4 h', '4.5 h', of whole quarters. */
export const hoursText = (minutes: number): string => `${Math.round(minutes / 15) / 4} h`

/** '5 of 6, 4.5 h'. */
export const loadText = ({ count, capacity, minutes }: Load): string =>
  `${count} of ${capacity}${count > 0 ? `, ${hoursText(minutes)}` : ''}`

/**
 * The length of a day's route as the crow flies, in miles. Null if the place of a stop is unknown, because too short a
 * route would mislead. Undefined with fewer than two stops.
 */
export function wayOf(stops: readonly PlannedVisit[], placeOf: (id: number) => Point | undefined) {
  const going = stops.filter(({ status }) => inspectionChoice(status) !== 'Cancelled')
  if (going.length < 2) return undefined
  const places = going.map(({ id }) => placeOf(id))
  let miles = 0
  for (const [at, place] of places.entries()) {
    if (!place) return null
    const before = places[at - 1]
    if (before) miles += milesBetween(before, place)
  }
  return miles
}

/** A problem of a plan. It is shown but never prevents anything, because the office knows more than the board. */
export type Conflict =
  | { kind: 'sameTime'; time: string; ids: number[] }
  | { kind: 'overCapacity'; load: Load }
  | { kind: 'pastDay'; ids: number[] }
  | { kind: 'inactive' }

interface CellFacts {
  day: string
  today: string
  capacity: number
  /** Whether the inspector still works here. */
  isActive: boolean
}

/** The conflicts of one inspector's day. Completed visits have none. */
export function conflictsOf(
  stops: readonly PlannedVisit[],
  { day, today, capacity, isActive }: CellFacts,
  zone: string = townZone,
): Conflict[] {
  const open = stops.filter(isOpenVisit)
  const found: Conflict[] = []
  const byTime = groupedBy(open, (it) => plannedAt(it, zone)?.time ?? '')
  for (const [time, them] of byTime)
    if (time !== '' && them.length > 1) found.push({ kind: 'sameTime', time, ids: them.map(({ id }) => id) })
  if (open.length === 0) return found
  const load = loadOf(stops, capacity)
  if (load.isOver) found.push({ kind: 'overCapacity', load })
  if (day < today) found.push({ kind: 'pastDay', ids: open.map(({ id }) => id) })
  if (!isActive) found.push({ kind: 'inactive' })
  return found
}

/** A person to whom inspections can be assigned, as a row of the board. */
export interface BoardRow {
  id: number
  name: string
  isActive: boolean
}

interface Worker extends NamedPerson {
  id: number
  role?: number | null
  active?: boolean | null | undefined
}

/**
 * The rows of the board: the current inspectors by name, then everybody else with visits on it, so that no visit is
 * hidden.
 */
export function boardRows(
  users: readonly Worker[],
  visits: readonly (PlannedVisit & { inspector?: NamedPerson | null | undefined })[],
): BoardRow[] {
  const works = (it: Worker) => it.role === 1 && it.active !== false
  const known = new Map(users.map((it) => [it.id, it]))
  const others = new Map<number, BoardRow>()
  for (const { inspector_id: id, inspector } of visits) {
    if (id == null) continue
    const user = known.get(id)
    if (user && works(user)) continue
    others.set(id, {
      id,
      name: personName(user ?? inspector, `User #${id}`),
      isActive: user ? user.active !== false : true,
    })
  }
  const inspectors = users.filter(works).map((it) => ({ id: it.id, name: personName(it), isActive: true }))
  return [...byText(inspectors, (it) => it.name), ...byText([...others.values()], (it) => it.name)]
}

/** A conflict in words. */
export function conflictText(conflict: Conflict): string {
  switch (conflict.kind) {
    case 'sameTime':
      return `${conflict.ids.length} at ${clockText(conflict.time)}`
    case 'overCapacity':
      return `over capacity, ${loadText(conflict.load)}`
    case 'pastDay':
      return 'the day is past'
    case 'inactive':
      return 'the inspector no longer works here'
  }
}

/** '9:05 AM' of '09:05'. */
export const clockText = (time: string): string => wallTimeText(`2024-01-01T${time}`)
