import { isDay, parseMoment, wallTimeOf } from './dates.ts'

/** A stamp as the town's wall time, 'YYYY-MM-DDTHH:MM'; a day alone stays that day. Null for any other text. */
export function wallOfText(text: string | null | undefined, zone: string): string | null {
  if (text && isDay(text)) return `${text}T00:00`
  const moment = parseMoment(text)
  return moment && wallTimeOf(moment, zone)
}
