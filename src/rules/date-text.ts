import { atWall, dayOf, isDay, parseMoment, townZone, wallTime } from './dates.ts'

/** A moment as rows store it: the server's text, or a Date. */
type Moment = string | Date | null | undefined

/** '11/20/2026', in the town (VD-20). A day without a time is the same everywhere. '' if there is none. */
export function dateText(moment: Moment, zone: string = townZone): string {
  const day = typeof moment === 'string' && isDay(moment.trim())
  return show('date', moment, day ? 'UTC' : zone)
}

/** '11/20/2026, 9:05 AM', in the town. '' if there is none. */
export const dateTimeText = (moment: Moment, zone: string = townZone): string => show('dateTime', moment, zone)

/** 'November 20, 2026 at 9:05 AM', the date of comments (VD-20). '' if there is none. */
export const longDateTimeText = (moment: Moment, zone: string = townZone): string => show('long', moment, zone)

/** '9:05 AM', in the town. '' if there is none. */
export const timeText = (moment: Moment, zone: string = townZone): string => show('time', moment, zone)

/** '9:05 AM' of a wall time, 'YYYY-MM-DDTHH:MM'. */
export const wallTimeText = (wall: string): string => show('time', `${wall}:00Z`, 'UTC')

/** 'Monday, Nov 23', in the town. */
export const weekdayText = (moment: Date, zone: string = townZone): string => show('weekday', moment, zone)

/** A schedule for people: '11/20/2026, 9:05 AM', or 'Unscheduled' (DB-31, IL-02). It has no zone (C-23). */
export function scheduleText(scheduled: string | null | undefined, zone: string = townZone): string {
  const wall = wallTime(scheduled, zone)
  return wall === null ? 'Unscheduled' : show('dateTime', `${wall}:00Z`, 'UTC')
}

/** '9:05 AM' today, with the date on any other day. */
export const sinceText = (at: Date, now: Date, zone: string = townZone): string =>
  dayOf(at, zone) === dayOf(now, zone) ? timeText(at, zone) : dateTimeText(at, zone)

/** The age of the shown data: 'As of 9:05 AM' for today's, with the date for older. */
export const asOfText = (at: Date, now: Date, zone: string = townZone): string => `As of ${sinceText(at, now, zone)}`

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const clock = (at: Date): string =>
  `${at.getUTCHours() % 12 || 12}:${String(at.getUTCMinutes()).padStart(2, '0')} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`
const numbers = (at: Date): string => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`
const month = (at: Date): string => months[at.getUTCMonth()] ?? ''

/**
 * English texts of a wall time, given as the UTC of a Date. Written here and not by Intl: its first formatter takes 20
 * ms on a desk and 60 on a phone, and the first screen shows a date.
 */
const forms = {
  date: numbers,
  dateTime: (at: Date) => `${numbers(at)}, ${clock(at)}`,
  long: (at: Date) => `${month(at)} ${at.getUTCDate()}, ${at.getUTCFullYear()} at ${clock(at)}`,
  time: clock,
  weekday: (at: Date) => `${weekdays[at.getUTCDay()]}, ${month(at).slice(0, 3)} ${at.getUTCDate()}`,
}

function show(form: keyof typeof forms, moment: Moment, zone: string): string {
  const date = typeof moment === 'string' ? parseMoment(moment) : moment
  return date && !Number.isNaN(date.getTime()) ? forms[form](atWall(date, zone)) : ''
}
