import { dateText } from '../../rules/date-text.ts'
import { addDays, dayOf, isDay } from '../../rules/dates.ts'

/** The days whose figures are shown. */
interface SirRange {
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
