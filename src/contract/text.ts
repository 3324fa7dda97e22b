import * as z from 'zod/mini'

/**
 * The longest texts that calls take, in the characters that a field of a form counts (UTF-16). The form, the device and
 * the server refuse more by these same numbers: nothing is ever cut.
 */
export const textLimits = {
  /** A name, a number, an address of a house or of mail: one line. PostgreSQL can index it in any alphabet. */
  line: 255,
  /** The address of a web page. */
  webAddress: 2_000,
  /** A remark, notes, a description: several pages. */
  remark: 10_000,
  /** What no hand types: given back as it was read, or written by the app. */
  kept: 100_000,
} as const

/** Texts up to so many characters. */
export const upTo = (most: number) =>
  z.maxLength(most, {
    error: ({ input }) => tooLongText(typeof input === 'string' ? input.length : most + 1, most),
  })

/** Said of a text that is longer than it may be. */
const tooLongText = (length: number, most: number): string =>
  `Too long: ${inFigures(length)} characters, at most ${inFigures(most)} can be kept`

/** The same, where it is longer; else undefined. */
export const tooLongIn = (length: number, most: number): string | undefined =>
  length > most ? tooLongText(length, most) : undefined

/** What a person can mend in what they entered, in words; null where something else is wrong. */
export const issuesText = (issues: readonly z.core.$ZodIssue[]): string | null =>
  issues.every(({ message }) => message !== 'Invalid input')
    ? issues.map(({ path, message }) => [path.join(' '), message].filter(Boolean).join(': ')).join('; ')
    : null

const inFigures = (count: number) => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** One line that is typed or asked for, as it is. */
export const anyLine = z.string().check(upTo(textLimits.line))

/** A longer text, as it is. */
export const anyRemark = z.string().check(upTo(textLimits.remark))

/** What the app gives back or writes itself. */
export const anyKept = z.string().check(upTo(textLimits.kept))

/** A line of a person, with something in it: outer blanks are cut, blank is refused. */
export const filledLine = (problem: string) =>
  z.string().check(z.trim(), z.minLength(1, problem), upTo(textLimits.line))

/** A longer text with something in it. */
export const filledRemark = (problem: string) =>
  z.string().check(z.trim(), z.minLength(1, problem), upTo(textLimits.remark))

const blankAsNull = (most: number) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), upTo(most))),
    z.transform((text) => text || null),
  )

/** A line that a form may leave out: blank becomes null. */
export const lineOrNull = blankAsNull(textLimits.line)

/** A longer text that a form may leave out. */
export const remarkOrNull = blankAsNull(textLimits.remark)

/** The address of a web page that a form may leave out. */
export const webAddressOrNull = blankAsNull(textLimits.webAddress)

const clearable = (most: number) =>
  z.optional(
    z.nullable(
      z.pipe(
        z.string().check(z.trim(), upTo(most)),
        z.transform((text) => text || null),
      ),
    ),
  )

/** A line that a change may clear: blank becomes null; a field that is left out stays left out, and so unchanged. */
export const clearableLine = clearable(textLimits.line)

/** The same for what no form offers: it goes back as it was read. */
export const clearableKept = clearable(textLimits.kept)

/**
 * A moment as the API writes it: ISO 8601. Ours end in Z; a documented server leaves the zone out and means UTC.
 * rules/dates.ts reads both.
 */
export const Moment = z.string()

/** The first and the last day that are taken: a year beyond them is a slip of the hand, or an attack. */
export const dayLimits = { first: '1900-01-01', last: '2199-12-31' } as const

/** Said of a day outside of them. */
export const dayOutOfReachText = 'Enter a year from 1900 to 2199'

/** Whether a text that begins with a day, 'YYYY-MM-DD', begins with one that is taken. */
export const isDayInReach = (text: string): boolean =>
  text.slice(0, 10) >= dayLimits.first && text.slice(0, 10) <= dayLimits.last

/** A day that somebody enters; anything but a day of the calendar within the limits is refused. */
export const enteredDay = (problem = 'Enter a date') =>
  z.iso.date(problem).check(z.refine(isDayInReach, dayOutOfReachText))

/** A day that a form may leave blank. */
export const dayOrNull = z.pipe(lineOrNull, z.nullable(enteredDay()))

/** `{detail}`: what every refused call answers (a text, or a list of field problems). */
export const ErrorReply = z.object({
  detail: z.union([
    z.string(),
    z.array(z.looseObject({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) })),
  ]),
})

/** What calls answer that have nothing else to say. */
export const MessageReply = z.object({ message: z.string() })

/** When a record was written down in the field, if that was not when it arrived (gap G-18); ignored by other servers. */
export const observedAt = { observed_at: z.optional(Moment.check(upTo(textLimits.line))) }

/** The two stamps that every record carries; null or absent where a documented server leaves them out. */
export const stamps = { created_at: z.nullish(Moment), updated_at: z.nullish(Moment) }
