import { dayOf, isDay, parseMoment, townZone, wallTime } from './dates.ts'

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

/** The age of the shown data: 'As of 9:05 AM' for today's, with the date for older. */
export function asOfText(at: Date, now: Date, zone: string = townZone): string {
  const isToday = dayOf(at, zone) === dayOf(now, zone)
  return `As of ${isToday ? timeText(at, zone) : dateTimeText(at, zone)}`
}

const forms = {
  date: { year: 'numeric', month: 'numeric', day: 'numeric' },
  dateTime: { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  long: { dateStyle: 'long', timeStyle: 'short' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'long', month: 'short', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

function show(form: keyof typeof forms, moment: Moment, zone: string): string {
  const date = typeof moment === 'string' ? parseMoment(moment) : moment
  if (!date || Number.isNaN(date.getTime())) return ''
  const key = `${form} ${zone}`
  let formatter = formatters.get(key)
  if (!formatter) {
    // Making a formatter costs some hundred times as much as using it.
    formatter = new Intl.DateTimeFormat('en-US', { ...forms[form], timeZone: zone })
    formatters.set(key, formatter)
  }
  // Some engines put a narrow no-break space before AM and PM, others a plain space.
  return formatter.format(date).replaceAll('\u202f', ' ')
}
