import * as z from 'zod/mini'
import { dayOutOfReachText, isDayInReach, textLimits, tooLongText } from './text-limits.ts'

/** Texts up to so many characters. */
export const upTo = (most: number) =>
  z.maxLength(most, {
    error: ({ input }) => tooLongText(typeof input === 'string' ? input.length : most + 1, most),
  })

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
