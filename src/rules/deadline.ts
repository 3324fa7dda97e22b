import { type DeadlineChoice, deadlineChoices } from '../contract/violation.ts'
import { dayMs, dayOf, daysBetween, deadlineMoment, lastMinuteOf, parseMoment, townZone } from './dates.ts'
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

/** Said when a form holds a deadline that is none of the options; the form goes back to the default (CF-05). */
export const invalidDeadlineText = "Invalid deadline selected. Defaulted to 'Immediate'."

/** The days of a deadline option; null for a text that is none (CF-05). */
export function daysOfDeadline(text: string | null | undefined): number | null {
  const choice = deadlineChoices.find((it) => it === text)
  return choice === undefined ? null : daysOf[choice]
}

/** What decides the deadline of a violation. */
interface DeadlineFacts {
  deadline?: string | null
  extend?: number | null
  /** When it was written down in the field; where it is given, days count from it. */
  observed_at?: string | null
  created_at?: string | null
}

/** When a violation's deadline passes: written down + the days of its option + the days it was extended by (G-23). */
export function deadlineDate({ deadline, extend, observed_at, created_at }: DeadlineFacts): Date | null {
  const start = parseMoment(observed_at) ?? parseMoment(created_at)
  const days = daysOfDeadline(deadline)
  return start === null || days === null ? null : new Date(start.getTime() + (days + (extend ?? 0)) * dayMs)
}

/** The days to add to a deadline, or why not: a whole number of at least 1 (VD-02). */
export function addedDays(typed: string): { kind: 'days'; days: number } | { kind: 'invalid'; text: string } {
  const days = /^\s*\d+\s*$/.test(typed) ? Number(typed) : 0
  if (days > maxAddedDays) return { kind: 'invalid', text: mostAddedText }
  if (days >= 1) return { kind: 'days', days }
  return { kind: 'invalid', text: 'Please enter a positive number of days.' }
}

/** More would leave the calendar; ten years is more than any notice gives. */
export const maxAddedDays = 3650

/** Said of more. */
export const mostAddedText = 'At most 3,650 days (ten years) can be added in all.'

/** What a deadline badge says (AD-31). */
export type DeadlineState = 'Past Due' | 'Approaching' | 'Plenty of Time'

/** The colour beside each word of the badge. */
export const deadlineTone: Record<DeadlineState, Tone> = {
  'Past Due': 'red',
  Approaching: 'yellow',
  'Plenty of Time': 'green',
}

/** A deadline approaches when this much time remains, or less (C-15). */
const approachingMs = 3 * dayMs

/** Where a deadline stands; null without one. A day passes at its end in the town, a date-time at its instant (C-15). */
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

/** A violation as its badge needs it. */
export interface ViolationDeadline extends DeadlineFacts {
  status?: number | null
  deadline_date?: string | null
}

/** A violation's deadline as text: the server's own, or the one that its facts give while the server has not spoken. */
export const deadlineOfViolation = (violation: ViolationDeadline): string | null =>
  violation.deadline_date || (deadlineDate(violation)?.toISOString() ?? null)

/** The deadline of a violation once so many days more are given: the server's own moved on, else made of its facts. */
export function extendedDeadline(violation: ViolationDeadline, days: number): string | null {
  const due = deadlineMoment(deadlineOfViolation(violation))
  return due === null ? null : new Date(due.getTime() + days * dayMs).toISOString()
}

/** How many days ago the day of a violation's deadline was; 0 before it is over. */
export function daysPassed(violation: ViolationDeadline, now: Date, zone: string = townZone): number {
  const due = deadlineMoment(deadlineOfViolation(violation), zone)
  return due === null ? 0 : Math.max(0, daysBetween(lastMinuteOf(due, zone).slice(0, 10), dayOf(now, zone)))
}

/** The badge of a violation: none when Resolved, and only then (AD-31, C-14). */
export const violationDeadlineState = (violation: ViolationDeadline, now: Date, zone: string = townZone) =>
  violation.status === 1 ? null : deadlineState(deadlineOfViolation(violation), now, zone)

/** A citation as its badge needs it. */
interface CitationDeadlineFacts {
  status?: number | null
  deadline?: string | null
}

/** The badge of a citation: none when Paid or Dismissed (AD-31). */
export const citationDeadlineState = (
  { status, deadline }: CitationDeadlineFacts,
  now: Date,
  zone: string = townZone,
) => (status === 1 || status === 3 ? null : deadlineState(deadline, now, zone))

/** Has a citation's deadline passed while it is neither Paid nor Dismissed (AD-32)? */
export const isPastDue = (citation: CitationDeadlineFacts, now: Date, zone: string = townZone): boolean =>
  citationDeadlineState(citation, now, zone) === 'Past Due'

/** Violations by deadline, the soonest first; those without a deadline last (DB-37). */
export function inDeadlineOrder<Row extends ViolationDeadline>(rows: readonly Row[], zone: string = townZone): Row[] {
  const passesAt = (row: Row) => deadlineMoment(deadlineOfViolation(row), zone)?.getTime() ?? Number.POSITIVE_INFINITY
  const keyed = rows.map((row) => ({ row, at: passesAt(row) }))
  return keyed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ row }) => row)
}
