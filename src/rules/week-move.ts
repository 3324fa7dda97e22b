import { addDays } from './dates.ts'
import { inspectionChoice } from './inspection-status.ts'
import { type PlannedVisit, plannedAt, visitMinutes } from './week.ts'

/** The place of a visit in the plan: its inspector, and its wall time, 'YYYY-MM-DDTHH:MM'; null for none. */
export interface Planned {
  inspectorId: number | null
  at: string | null
}

/** The calls that a move needs: only what changes. '' clears the appointment. */
export interface MoveSteps {
  schedule?: string
  inspector?: number | null
}

/** The changes of a move from one place to another; none if both are the same. */
export const stepsOf = (from: Planned, to: Planned): MoveSteps => ({
  ...(from.at === to.at ? {} : { schedule: to.at ?? '' }),
  ...(from.inspectorId === to.inspectorId ? {} : { inspector: to.inspectorId }),
})

/** Visits begin on the half hours from the first to the last of these. */
const slots = Array.from({ length: 16 }, (_, at) => minutesText(9 * 60 + at * 30))

/**
 * The wall time of a visit dropped on a day: its own time, else the first free half hour of that day from nine on, else
 * nine. Cancelled visits take no time.
 */
export function timeOn(day: string, visit: PlannedVisit, stops: readonly PlannedVisit[], zone?: string): string {
  const own = plannedAt(visit, zone)?.time
  if (own) return `${day}T${own}`
  const taken = stops
    .filter(({ id, status }) => id !== visit.id && inspectionChoice(status) !== 'Cancelled')
    .flatMap((it) => {
      const time = plannedAt(it, zone)?.time
      return time ? [{ from: minutesIn(time), to: minutesIn(time) + visitMinutes(it) }] : []
    })
  const free = slots.find((slot) => {
    const [from, to] = [minutesIn(slot), minutesIn(slot) + visitMinutes(visit)]
    return taken.every((it) => it.to <= from || it.from >= to)
  })
  return `${day}T${free ?? slots[0]}`
}

function minutesText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

const minutesIn = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** A place on the board by its row and column. The column after the last day is the pile, which has no rows. */
export interface Spot {
  row: number
  column: number
}

export type MoveKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

const way: Record<MoveKey, Spot> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

export const isMoveKey = (key: string): key is MoveKey => key in way

/** The place of a carried card after an arrow key. At an edge it stays; in the pile, up and down do nothing. */
export function nextSpot(from: Spot, key: MoveKey, { rows, days }: { rows: number; days: number }): Spot {
  const { row, column } = way[key]
  if (from.column === days && column === 0) return from
  const within = (value: number, most: number) => Math.max(0, Math.min(value, most))
  return { row: within(from.row + row, rows - 1), column: within(from.column + column, days) }
}

/** The day up to which open visits are overdue: yesterday, or the day before the board's first day. */
export const overdueUntil = (monday: string, today: string): string => addDays(monday < today ? monday : today, -1)
