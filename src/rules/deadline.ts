import { type DeadlineChoice, deadlineChoices } from '../contract/violation.ts'
import {
  addDays,
  dayMs,
  dayOf,
  daysBetween,
  deadlineMoment,
  isDay,
  lastMinuteOf,
  parseMoment,
  townZone,
} from './dates.ts'
import type { Tone } from './tone.ts'

const daysOf: Record<DeadlineChoice, number> = {
  Immediate: 0,
  '1 day': 1,
  '3 days': 3,
  '7 days': 7,
  '14 days': 14,
  '30 days': 30,
}

/** The deadline of a new violation (CF-03). */
export const defaultDeadline: DeadlineChoice = 'Immediate'

/** Shown if a form has a deadline that is not an option; the form goes back to the default (CF-05). */
export const invalidDeadlineText = "Invalid deadline selected. Defaulted to 'Immediate'."

/** The days of a deadline option; null for any other text (CF-05). */
export function daysOfDeadline(text: string | null | undefined): number | null {
  const choice = deadlineChoices.find((it) => it === text)
  return choice === undefined ? null : daysOf[choice]
}

/** The fields that decide a violation's deadline. */
interface DeadlineFacts {
  deadline?: string | null
  extend?: number | null
  /** When it was recorded in the field. If it is set, the days count from it. */
  observed_at?: string | null
  created_at?: string | null
}

/** When a violation's deadline passes: its start plus the days of its option plus the days of extensions (G-23). */
export function deadlineDate({ deadline, extend, observed_at, created_at }: DeadlineFacts): Date | null {
  const start = parseMoment(observed_at) ?? parseMoment(created_at)
  const days = daysOfDeadline(deadline)
  return start === null || days === null ? null : new Date(start.getTime() + (days + (extend ?? 0)) * dayMs)
}

/** The days to add to a deadline, or why they are invalid: a whole number of at least 1 (VD-02). */
export function addedDays(typed: string): { kind: 'days'; days: number } | { kind: 'invalid'; text: string } {
  const days = /^\s*\d+\s*$/.test(typed) ? Number(typed) : 0
  if (days > maxAddedDays) return { kind: 'invalid', text: mostAddedText }
  if (days >= 1) return { kind: 'days', days }
  return { kind: 'invalid', text: 'Please enter a positive number of days.' }
}

/** More would leave the calendar. Ten years is more than any notice allows. */
export const maxAddedDays = 3650

/** Shown for more than that. */
export const mostAddedText = 'At most 3,650 days (ten years) can be added in all.'

/** The text of a deadline badge (AD-31). */
export type DeadlineState = 'Past Due' | 'Approaching' | 'Plenty of Time'

/** The colour of each badge. */
export const deadlineTone: Record<DeadlineState, Tone> = {
  'Past Due': 'red',
  Approaching: 'yellow',
  'Plenty of Time': 'green',
}

/** A deadline is approaching if this much time or less remains (C-15). */
const approachingMs = 3 * dayMs

/**
 * The state of a deadline; null if there is none. A day passes at its end in the town, a date-time at its instant
 * (C-15).
 */
export function deadlineState(
  deadline: string | null | undefined,
  now: Date,
  zone: string = townZone,
): DeadlineState | null {
  const passes = deadlineMoment(deadline, zone)
  if (!passes) return null
  const leftMs = passes.getTime() - now.getTime()
  if (leftMs <= 0) return 'Past Due'
  return leftMs <= approachingMs ? 'Approaching' : 'Plenty of Time'
}

/** The fields of a violation that its badge needs. */
export interface ViolationDeadline extends DeadlineFacts {
  status?: number | null
  deadline_date?: string | null
}

/** A violation's deadline as text: the server's own, or one computed from its fields until the server has answered. */
export const deadlineOfViolation = (violation: ViolationDeadline): string | null =>
  violation.deadline_date || (deadlineDate(violation)?.toISOString() ?? null)

/**
 * A violation's deadline with that many more days: the server's own moved on, else computed from its fields. A day stays
 * a day.
 */
export function extendedDeadline(violation: ViolationDeadline, days: number): string | null {
  const known = deadlineOfViolation(violation)?.trim()
  if (known && isDay(known)) return addDays(known, days)
  const due = parseMoment(known)
  return due === null ? null : new Date(due.getTime() + days * dayMs).toISOString()
}

/** The days since a violation's deadline; 0 until that day is over. */
export function daysPassed(violation: ViolationDeadline, now: Date, zone: string = townZone): number {
  const due = deadlineMoment(deadlineOfViolation(violation), zone)
  return due === null ? 0 : Math.max(0, daysBetween(lastMinuteOf(due, zone).slice(0, 10), dayOf(now, zone)))
}

/** The badge of a violation: none if Resolved, and only then (AD-31, C-14). */
export const violationDeadlineState = (violation: ViolationDeadline, now: Date, zone: string = townZone) =>
  violation.status === 1 ? null : deadlineState(deadlineOfViolation(violation), now, zone)

/** The fields of a citation that its badge needs. */
interface CitationDeadlineFacts {
  status?: number | null
  deadline?: string | null
}

/** The badge of a citation: none if Paid or Dismissed (AD-31). */
export const citationDeadlineState = (
  { status, deadline }: CitationDeadlineFacts,
  now: Date,
  zone: string = townZone,
) => (status === 1 || status === 3 ? null : deadlineState(deadline, now, zone))

/** Whether a citation's deadline has passed and it is neither Paid nor Dismissed (AD-32). */
export const isPastDue = (citation: CitationDeadlineFacts, now: Date, zone: string = townZone): boolean =>
  citationDeadlineState(citation, now, zone) === 'Past Due'

/** Violations by deadline, soonest first; those without a deadline last (DB-37). */
export function inDeadlineOrder<Row extends ViolationDeadline>(rows: readonly Row[], zone: string = townZone): Row[] {
  const passesAt = (row: Row) => deadlineMoment(deadlineOfViolation(row), zone)?.getTime() ?? Number.POSITIVE_INFINITY
  const keyed = rows.map((row) => ({ row, at: passesAt(row) }))
  return keyed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ row }) => row)
}
