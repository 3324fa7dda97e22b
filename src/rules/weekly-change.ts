/** This week's figure compared with last week's (DB-14). */
export interface WeeklyChange {
  direction: 'increase' | 'decrease' | 'none'
  /** '12.50%' without a sign, because the direction shows it; 'N/A' if last week was 0. */
  text: string
}

/** The change of a weekly figure: percent with 2 decimals (DB-15); none and 'N/A' if last week was 0 (DB-16). */
export function weeklyChange(thisWeek: number, lastWeek: number): WeeklyChange {
  if (lastWeek === 0) return { direction: 'none', text: 'N/A' }
  const percent = Math.abs(((thisWeek - lastWeek) / lastWeek) * 100)
  const direction = thisWeek > lastWeek ? 'increase' : thisWeek < lastWeek ? 'decrease' : 'none'
  return { direction, text: `${percent.toFixed(2)}%` }
}
