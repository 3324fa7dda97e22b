import * as z from 'zod/mini'
import { dayOutOfReachText, isDayInReach, textLimits, tooLongText } from './text-limits.ts'

/** Texts of at most this many characters. */
export const upTo = (most: number) =>
  z.maxLength(most, {
    error: ({ input }) => tooLongText(typeof input === 'string' ? input.length : most + 1, most),
  })

/** One typed line, unchanged. */
export const anyLine = z.string().check(upTo(textLimits.line))

/** A longer text, unchanged. */
export const anyRemark = z.string().check(upTo(textLimits.remark))

/** Text that the app sends back or writes itself. */
export const anyKept = z.string().check(upTo(textLimits.kept))

/** A required line: outer spaces are removed, blank is refused. */
export const filledLine = (problem: string) =>
  z.string().check(z.trim(), z.minLength(1, problem), upTo(textLimits.line))

/** A required longer text. */
export const filledRemark = (problem: string) =>
  z.string().check(z.trim(), z.minLength(1, problem), upTo(textLimits.remark))

const blankAsNull = (most: number) =>
  z.pipe(
    z.nullish(z.string().check(z.trim(), upTo(most))),
    z.transform((text) => text || null),
  )

/** An optional line in a form: blank becomes null. */
export const lineOrNull = blankAsNull(textLimits.line)

/** An optional longer text in a form. */
export const remarkOrNull = blankAsNull(textLimits.remark)

/** An optional URL in a form. */
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

/** A line that a change may clear: blank becomes null; a missing field stays missing, and so unchanged. */
export const clearableLine = clearable(textLimits.line)

/** The same for text that is in no form: it is sent back as it was read. */
export const clearableKept = clearable(textLimits.kept)

/**
 * A moment as the API writes it: ISO 8601. Ours end in Z; a documented server omits the zone and means UTC.
 * rules/dates.ts reads both.
 */
export const Moment = z.string()

/** A day that somebody enters; only a calendar day within the limits is accepted. */
export const enteredDay = (problem = 'Enter a date') =>
  z.iso.date(problem).check(z.refine(isDayInReach, dayOutOfReachText))

/** A day that a form may leave blank. */
export const dayOrNull = z.pipe(lineOrNull, z.nullable(enteredDay()))

/** `{detail}`: the answer to every refused call (a text, or a list of field problems). */
export const ErrorReply = z.object({
  detail: z.union([
    z.string(),
    z.array(z.looseObject({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) })),
  ]),
})

/** The answer of calls that return nothing else. */
export const MessageReply = z.object({ message: z.string() })

/** When a record was written in the field, if that was not when it arrived (gap G-18); other servers ignore it. */
export const observedAt = { observed_at: z.optional(Moment.check(upTo(textLimits.line))) }

/** The two stamps of every record; null or absent if a documented server leaves them out. */
export const stamps = { created_at: z.nullish(Moment), updated_at: z.nullish(Moment) }
