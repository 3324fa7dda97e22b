import type { Statistics } from '../contract/statistics.ts'
import { addDays, daysBetween, endOfDay, startOfDay } from './dates.ts'
import { fiscalYearOf } from './fiscal-year.ts'

/** Two days, 'YYYY-MM-DD', both included. */
export interface Period {
  from: string
  to: string
}

/** The part of a period that one bar of a plot covers. */
export type StepSize = Statistics['step']

/** The period of the same length directly before it. */
export const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, daysBetween(to, from) - 1),
  to: addDays(from, -1),
})

/** Up to this many days a plot has a bar for each day, then for each week, above that for each month. */
const mostByDay = 14
const mostByWeek = 190

/** The size of the parts in which a period is shown. */
export function stepSize({ from, to }: Period): StepSize {
  const days = daysBetween(from, to) + 1
  if (days <= mostByDay) return 'day'
  return days <= mostByWeek ? 'week' : 'month'
}

/** The parts of a period in order. Weeks begin on Sunday (DB-17); the first and last part may be shorter. */
export function stepsOf(period: Period): Period[] {
  const size = stepSize(period)
  const steps: Period[] = []
  for (let from = period.from; from <= period.to; ) {
    const next = nextStep(from, size)
    steps.push({ from, to: next > period.to ? period.to : addDays(next, -1) })
    from = next
  }
  return steps
}

function nextStep(day: string, size: StepSize): string {
  if (size === 'day') return addDays(day, 1)
  return size === 'week' ? addDays(sundayOf(day), 7) : firstOfMonth(addDays(firstOfMonth(day), 31))
}

/** The Sunday of a day's week. */
const sundayOf = (day: string): string => addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`
/** The first day of the month that many months earlier. */
const monthsBack = (day: string, months: number): string => {
  const at = new Date(`${firstOfMonth(day)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at.toISOString().slice(0, 10)
}

/** The instants at which a period, its parts and the period before begin and end in the town. */
export interface Instants {
  before: Date
  starts: Date[]
  end: Date
}

/** The same for a period in a zone: days of 23 and 25 hours are whole days. */
export const instantsOf = (period: Period, zone: string): Instants => ({
  before: startOfDay(periodBefore(period).from, zone),
  starts: stepsOf(period).map(({ from }) => startOfDay(from, zone)),
  end: endOfDay(period.to, zone),
})

/** The choices of periods, each up to today unless it is over. `today` is a day of the town. */
export const presets = (today: string): { name: string; period: Period }[] => {
  const month = firstOfMonth(today)
  const quarter = monthsBack(today, (Number(today.slice(5, 7)) - 1) % 3)
  return [
    { name: 'Last 12 weeks', period: lastWeeks(today) },
    { name: 'This month', period: { from: month, to: today } },
    { name: 'Last month', period: { from: monthsBack(today, 1), to: addDays(month, -1) } },
    { name: 'This quarter', period: { from: quarter, to: today } },
    { name: 'This fiscal year', period: { from: `${fiscalYearOf(today).slice(0, 4)}-07-01`, to: today } },
    { name: 'This year', period: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ]
}

const weeksShown = 12

/** Twelve weeks including this one, up to today: the default. */
export const lastWeeks = (today: string): Period => ({
  from: addDays(sundayOf(today), -7 * (weeksShown - 1)),
  to: today,
})

/** Whether a part is a whole day, week or month, and not cut at an end of the period. */
export const isWholeStep = ({ from, to }: Period, size: StepSize): boolean =>
  nextStep(from, size) === addDays(to, 1) &&
  (size !== 'week' || sundayOf(from) === from) &&
  (size !== 'month' || firstOfMonth(from) === from)
