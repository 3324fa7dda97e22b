import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { addDays, dayOf, isDay } from '../../rules/dates.ts'

/** The days whose figures are shown. */
export interface SirRange {
  /** The requested days; '' for the last two weeks, which the server counts from its own today (ST-02). */
  from: string
  to: string
  /** The days in words, for the screen and for paper. */
  text: string
  /** Why the typed days cannot be requested. */
  problem: string | null
}

/** How many days back from today by default (ST-02). */
const usualDays = 14

/** The range for two typed days: both, or the last two weeks. */
export function sirRange(start: string, end: string, now: Date, zone: string): SirRange {
  const today = dayOf(now, zone)
  const usual = {
    from: '',
    to: '',
    text: `The last two weeks, ${dateText(addDays(today, -usualDays))} to ${dateText(today)}`,
  }
  const hasStart = isDay(start)
  const hasEnd = isDay(end)
  if (!hasStart && !hasEnd) return { ...usual, problem: null }
  if (hasStart !== hasEnd)
    return {
      ...usual,
      problem: `Choose the ${hasStart ? 'end' : 'start'} date too; until then the last two weeks are shown.`,
    }
  const chosen = { from: start, to: end, text: `${dateText(start)} to ${dateText(end)}` }
  return { ...chosen, problem: start > end ? 'The end date is before the start date.' : null }
}

type Days = Pick<SirRange, 'from' | 'to'>

/** The days of a range that are in figures counted at this moment; null for none. */
export function coveredDays({ from, to }: Days, counted: Date, zone: string): Days | null {
  const last = dayOf(counted, zone)
  if (from === '') return { from: addDays(last, -usualDays), to: last }
  return from > last ? null : { from, to: to < last ? to : last }
}

/** What figures up to a day lack that were counted on an earlier day than today, and before that day was over; '' for nothing. */
export function laterIsUnknown(to: string, counted: Date, now: Date, zone: string): string {
  const day = dayOf(counted, zone)
  return day < dayOf(now, zone) && day <= to
    ? `Counted on ${dateTimeText(counted, zone)}. What came later is not known on this device.`
    : ''
}
