/** The town's zone if the configuration names no other (C-23). Every function here takes the zone as an argument. */
export const townZone = 'America/New_York'

const minuteMs = 60_000
/** Twenty-four hours, in milliseconds. */
export const dayMs = 24 * 60 * minuteMs

const momentForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
const dayForm = /^\d{4}-\d{2}-\d{2}$/

/** Whether this text is an existing calendar day, 'YYYY-MM-DD'. */
export const isDay = (text: string): boolean => dayForm.test(text) && dayNumber(text) !== null

/**
 * The instant of a server's time stamp. A stamp without a zone means UTC, because a documented server writes UTC; a
 * day alone is its first moment in UTC. Null for a text that is no time.
 */
export function parseMoment(text: string | null | undefined): Date | null {
  if (!text) return null
  const trimmed = text.trim()
  if (isDay(trimmed)) return new Date(`${trimmed}T00:00:00Z`)
  const [matched, day, minutes, seconds = ':00', fraction = '', offset = 'Z'] = momentForm.exec(trimmed) ?? []
  if (!matched || !day || dayNumber(day) === null) return null
  // Cut to milliseconds, since not every browser can read microseconds.
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  const date = new Date(`${day}T${minutes}${seconds}${fraction.slice(0, 4)}${zone}`)
  return Number.isNaN(date.getTime()) ? null : date
}

/**
 * One text for all notations of a date-time: 'T10:00', 'T10:00:00' and ' 10:00' are the same wall time; with a zone it
 * is an instant. Null for anything else, also for a day alone, which means its end in a deadline.
 */
export function sameMoment(text: string): string | null {
  const trimmed = text.trim()
  const instant = isDay(trimmed) ? null : parseMoment(trimmed)
  if (!instant) return null
  const [, , , , , offset] = momentForm.exec(trimmed) ?? []
  const written = instant.toISOString()
  return offset === undefined ? written.slice(0, -1) : written
}

/** The instant at which a deadline passes: a day at its end in the town, a date-time at its instant (C-15). */
export function deadlineMoment(text: string | null | undefined, zone: string = townZone): Date | null {
  const trimmed = text?.trim()
  return trimmed && isDay(trimmed) ? endOfDay(trimmed, zone) : parseMoment(trimmed)
}

/** The first instant of a day in the zone. */
export const startOfDay = (day: string, zone: string = townZone): Date => instantAt(`${day}T00:00`, zone)

/** The instant at which a day ends in the zone: the start of the next day. */
export const endOfDay = (day: string, zone: string = townZone): Date => startOfDay(addDays(day, 1), zone)

/** The calendar day of an instant in the zone, 'YYYY-MM-DD'. */
export const dayOf = (instant: Date, zone: string = townZone): string => wallTimeOf(instant, zone).slice(0, 10)

/** The wall time of an instant in the zone, 'YYYY-MM-DDTHH:MM', as a datetime-local input takes it. */
export const wallTimeOf = (instant: Date, zone: string = townZone): string =>
  atWall(instant, zone).toISOString().slice(0, 16)

/** A Date whose UTC is the wall time of an instant in the zone. */
export const atWall = (instant: Date, zone: string): Date =>
  zone === 'UTC' ? instant : new Date(instant.getTime() + offsetMs(instant.getTime(), zone))

/**
 * The wall time that a schedule shows, 'YYYY-MM-DDTHH:MM'. A stored schedule has no zone and is used as it is (C-23);
 * one with a zone is converted to the town's. Null if there is none.
 */
export function wallTime(text: string | null | undefined, zone: string = townZone): string | null {
  const trimmed = text?.trim()
  if (!trimmed) return null
  if (isDay(trimmed)) return `${trimmed}T00:00`
  const instant = parseMoment(trimmed)
  if (!instant) return null
  const hasZone = momentForm.exec(trimmed)?.[5] !== undefined
  return hasZone ? wallTimeOf(instant, zone) : trimmed.replace(' ', 'T').slice(0, 16)
}

/** The day some days later (or earlier, below 0). Throws for a text that is no day. */
export function addDays(day: string, days: number): string {
  const start = dayNumber(day)
  if (start === null) throw new Error(`'${day}' is no day`)
  return new Date(start + days * dayMs).toISOString().slice(0, 10)
}

/** Whole days from one day to another; negative if the other is earlier. Throws for a text that is no day. */
export function daysBetween(from: string, to: string): number {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  if (first === null || last === null) throw new Error(`'${first === null ? from : to}' is no day`)
  return (last - first) / dayMs
}

/**
 * The wall time of the last minute before a deadline. A deadline that is a day passes at its end, which is on the next
 * day.
 */
export const lastMinuteOf = (passes: Date, zone: string = townZone): string =>
  wallTimeOf(new Date(passes.getTime() - 1), zone)

/** Midnight UTC of a day in milliseconds; null if the day does not exist (30 February). */
function dayNumber(day: string): number | null {
  const number = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(number) && new Date(number).toISOString().startsWith(day) ? number : null
}

function instantAt(wall: string, zone: string): Date {
  const asUtc = Date.parse(`${wall.slice(0, 16)}:00Z`)
  // The offsets before and after any change on that day. The first one that is valid at the wall time is used.
  const before = asUtc - offsetMs(asUtc - dayMs, zone)
  if (before + offsetMs(before, zone) === asUtc) return new Date(before)
  const after = asUtc - offsetMs(asUtc + dayMs, zone)
  return new Date(after + offsetMs(after, zone) === asUtc ? after : before)
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** The known offsets of a zone, by instant. Zones change their offset only at quarter hours. */
const offsets = new Map<string, Map<number, number>>()
const offsetStepMs = 15 * minuteMs
const maxOffsets = 20_000

/**
 * Wall time minus UTC in a zone at an instant. Cached, because Intl takes microseconds and lists ask for every row.
 * A day (UTC) that begins and ends with the same offset has it all day, so a list of many years needs one question for
 * each of its days.
 */
function offsetMs(instantMs: number, zone: string): number {
  const start = Math.floor(instantMs / dayMs) * dayMs
  const offset = cachedOffsetMs(start, zone)
  return offset === cachedOffsetMs(start + dayMs, zone)
    ? offset
    : cachedOffsetMs(Math.floor(instantMs / offsetStepMs) * offsetStepMs, zone)
}

function cachedOffsetMs(stepMs: number, zone: string): number {
  const known = offsets.get(zone)?.get(stepMs)
  if (known !== undefined) return known
  const fresh = askOffsetMs(stepMs, zone)
  const ofZone = offsets.get(zone)
  if (ofZone && ofZone.size < maxOffsets) ofZone.set(stepMs, fresh)
  else offsets.set(zone, new Map([[stepMs, fresh]]))
  return fresh
}

interface Zones {
  Instant: { fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: string): { offsetNanoseconds: number } } }
}

/**
 * Temporal, in browsers that have it, answers at once. The first formatter of Intl takes 20 ms on a desk and 60 on a
 * phone, in the middle of the app's start.
 */
const temporal = (): Zones | undefined => (globalThis as { Temporal?: Zones }).Temporal

function askOffsetMs(instantMs: number, zone: string): number {
  const zones = temporal()
  if (zones) return zones.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    clocks.set(zone, clock)
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of clock.formatToParts(instantMs)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000
}
