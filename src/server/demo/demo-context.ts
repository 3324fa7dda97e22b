import type { PgTable } from 'drizzle-orm/pg-core'
import { addDays, dayOf, startOfDay } from '../../rules/dates.ts'
import type { Tx } from '../store/core-tables.ts'
import type { Chance } from './random.ts'

/** A place of the demo town with its dwellings. */
export interface Place {
  id: number
  combadd: string
  latitude: number
  longitude: number
  units: number[]
}

/** What the steps that make the demo town share: the records so far, and the calendar. */
export interface DemoContext {
  tx: Tx
  chance: Chance
  calendar: Calendar
  users: { ons: number; otherOns: number; oas: number; admin: number; guest: number; former: number; more: number[] }
  places: Place[]
  /** Addresses with several dwellings. */
  apartments: Place[]
  contacts: number[]
  businesses: { id: number; place: Place }[]
  codes: number[]
  rooms: { id: number; name: string }[]
}

/** The days of the demo town, counted from today in the town's zone. */
export interface Calendar {
  now: Date
  zone: string
  /** An instant so many days ago at an hour of the town, never in the future. */
  daysAgo(days: number, hour?: number): Date
  /** The day, so many days from today; negative for the past. */
  day(days: number): string
}

/** The calendar around an instant. */
export const calendarAt = (now: Date, zone: string): Calendar => {
  const today = dayOf(now, zone)
  const daysAgo = (days: number, hour = 10) => {
    const instant = startOfDay(addDays(today, -days), zone).getTime() + hour * 3_600_000
    return new Date(Math.min(instant, now.getTime() - 60_000))
  }
  return { now, zone, daysAgo, day: (days) => addDays(today, days) }
}

/** The most rows of one statement, because PostgreSQL limits the parameters. */
const ROWS_AT_ONCE = 500

/** Stores rows and returns their ids in the same order. */
export const insertAll = async <Table extends PgTable & { id: PgTable['_']['columns'][string] }>(
  tx: Tx,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<number[]> => {
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const stored = await tx
      .insert(table)
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .returning({ id: table.id })
    ids.push(...stored.map((row) => Number(row.id)))
  }
  return ids
}

/** The item at an index that must exist. */
export const itemAt = <Item>(items: readonly Item[], place: number): Item => {
  const item = items[place]
  if (item === undefined) throw new Error(`The demo town has no item ${place}`)
  return item
}
