import { longestPeriodDays } from '../../contract/statistics.ts'
import { daysBetween, isDay } from '../../rules/dates.ts'
import { lastWeeks, type Period } from '../../rules/statistics-period.ts'

/** The two typed days, or the last twelve weeks up to `today`, and why the typed days cannot be shown. */
export function plotPeriod(from: string, to: string, today: string): { period: Period; problem: string | null } {
  const usual = (problem: string | null) => ({ period: lastWeeks(today), problem })
  if (!isDay(from) && !isDay(to)) return usual(null)
  const shown = 'until then the last 12 weeks are shown.'
  if (!isDay(from)) return usual(`Choose the start date too; ${shown}`)
  if (!isDay(to)) return usual(`Choose the end date too; ${shown}`)
  if (from > to) return usual(`The end date is before the start date; ${shown}`)
  if (daysBetween(from, to) >= longestPeriodDays) return usual(`Choose at most five years; ${shown}`)
  return { period: { from, to }, problem: null }
}
