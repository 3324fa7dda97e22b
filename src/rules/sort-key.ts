import { parseMoment } from './dates.ts'

/*
 * Texts whose order as text is the order of a list, so that an index of the device can keep it. They are stored: a
 * change of one of these functions needs a new schema of the device's database, whose upgrade writes them again.
 */

/** Later and earlier moments than these are no dates: the calendar of JavaScript ends there. */
const mostMs = 8.64e15
const digits = 11

const fixed = (value: number): string => value.toString(36).padStart(digits, '0')

/** Stands after every moment: rows without one come last. */
const never = '~'

/** The newest first; a text that is no moment last. */
export const newestKey = (text: string | null | undefined): string => {
  const at = parseMoment(text)?.getTime()
  return at === undefined ? never : fixed(mostMs - at)
}

/** Records made on this device first, the last one made at the top; then the server's, the highest number first. */
export const newestIdKey = (id: number): string =>
  id < 0 ? `0${fixed(Number.MAX_SAFE_INTEGER + id)}` : `1${fixed(Number.MAX_SAFE_INTEGER - id)}`

/** The lowest number first: for rows that nothing else puts in order. */
export const idKey = (id: number): string => (id < 0 ? `0${fixed(Number.MAX_SAFE_INTEGER + id)}` : `1${fixed(id)}`)

/** The earliest first. */
export const momentKey = (at: Date): string => fixed(mostMs + at.getTime())
