import type { DayPlan } from './day-plan.ts'
import { plural } from './text.ts'

/** The text of a reminder. */
export interface Reminder {
  /** '2 due today, 1 overdue'. */
  title: string
  /** The first addresses, and how many more there are. */
  body: string
}

/** No reminder is shown before this hour in the town. */
export const firstHour = 7

/** How many addresses are named. */
const named = 3

type Placed = { combadd?: string | null } | { address?: { combadd?: string | null } | null }

const addressOf = (record: Placed): string => {
  const text = 'address' in record ? record.address?.combadd : 'combadd' in record ? record.combadd : null
  return text?.trim() ?? ''
}

/** How many stops are due today or overdue. */
export const dueCount = <I, V>({ overdue, today }: DayPlan<I, V>): number => overdue.length + today.length

/** The daily reminder for a round; null if nothing is due. */
export function reminderOf<I extends Placed, V extends Placed>({ overdue, today }: DayPlan<I, V>): Reminder | null {
  const stops = [...overdue, ...today]
  if (stops.length === 0) return null
  const parts = [today.length > 0 && `${today.length} due today`, overdue.length > 0 && `${overdue.length} overdue`]
  const places = [...new Set(stops.map(({ record }) => addressOf(record)).filter(Boolean))]
  const more = places.length - named
  const words = places.slice(0, named).join(', ')
  return {
    title: parts.filter(Boolean).join(', '),
    body: more > 0 ? `${words} and ${plural(more, 'more place', 'more places')}` : words,
  }
}
