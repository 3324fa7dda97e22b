import { dayOf, isDay, parseMoment, townZone } from './dates.ts'

/** The day in the town, 'YYYY-MM-DD', of a moment or of a day alone; null for a text that is neither. */
export function dayOfText(text: string | null | undefined, zone: string = townZone): string | null {
  if (text && isDay(text)) return text
  const moment = parseMoment(text)
  return moment && dayOf(moment, zone)
}
