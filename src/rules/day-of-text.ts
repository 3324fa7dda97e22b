import { dayOf, isDay, parseMoment, townZone } from './dates.ts'

/** The day in the town, 'YYYY-MM-DD', of a moment or a day; null for any other text. */
export function dayOfText(text: string | null | undefined, zone: string = townZone): string | null {
  if (text && isDay(text)) return text
  const moment = parseMoment(text)
  return moment && dayOf(moment, zone)
}
