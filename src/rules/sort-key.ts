import { isDay, parseMoment } from './dates.ts'

/*
 * Texts that sort in the order of a list, so that an index of the device has that order. They are stored, so changing
 * one of these functions needs a new schema of the device's database, whose upgrade rewrites them.
 */

/** JavaScript's calendar ends there, so no moment is beyond it. */
const mostMs = 8.64e15
const digits = 11

const fixed = (value: number): string => value.toString(36).padStart(digits, '0')

/** Sorts after every moment: rows without one come last. */
const never = '~'

/** Newest first; a text that is no moment last. */
export const newestKey = (text: string | null | undefined): string => {
  const at = parseMoment(text)?.getTime()
  return at === undefined ? never : fixed(mostMs - at)
}

/** Records made on this device first, the latest at the top; then the server's, highest id first. */
export const newestIdKey = (id: number): string =>
  id < 0 ? `0${fixed(Number.MAX_SAFE_INTEGER + id)}` : `1${fixed(Number.MAX_SAFE_INTEGER - id)}`

/** Lowest id first, for rows without another order. */
export const idKey = (id: number): string => (id < 0 ? `0${fixed(Number.MAX_SAFE_INTEGER + id)}` : `1${fixed(id)}`)

/** Earliest first. */
const momentKey = (at: Date): string => fixed(mostMs + at.getTime())

/**
 * Deadlines that are days first, then those that are moments (from 'm' on), each earliest first; '' for any other text.
 * A day passes at its end in the town (C-15), which only the reader knows.
 */
export const dueKey = (text: string | null | undefined): string => {
  const trimmed = text?.trim() ?? ''
  const at = parseMoment(trimmed)
  return at ? (isDay(trimmed) ? 'd' : 'm') + momentKey(at) : ''
}
