import * as z from 'zod/mini'

/** Text of a person, with something in it: outer blanks are cut, blank is refused. */
export const filledText = (problem: string) => z.string().check(z.trim(), z.minLength(1, problem))

/** Text that a form may leave out: blank becomes null. */
export const blankAsNull = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text?.trim() || null),
)

/** Text that a change may clear: blank becomes null; a field that is left out stays left out, and so unchanged. */
export const clearableText = z.optional(
  z.nullable(
    z.pipe(
      z.string(),
      z.transform((text) => text.trim() || null),
    ),
  ),
)

/**
 * A moment as the API writes it: ISO 8601. Ours end in Z; a documented server leaves the zone out and means UTC.
 * rules/dates.ts reads both.
 */
export const Moment = z.string()

/** A wall time in the town's zone, 'YYYY-MM-DDTHH:MM[:SS]', without zone (contradiction C-23). */
export const WallTime = z.string()

/** A calendar day, 'YYYY-MM-DD'. */
export const Day = z.string()

/** A day that a form may leave blank; anything but a day of the calendar is refused. */
export const dayOrNull = z.pipe(blankAsNull, z.nullable(z.iso.date('Enter a date')))

/** `{detail}`: what every refused call answers (a text, or a list of field problems). */
export const Refusal = z.object({
  detail: z.union([
    z.string(),
    z.array(z.looseObject({ msg: z.string(), loc: z.array(z.union([z.string(), z.number()])) })),
  ]),
})

/** What calls answer that have nothing else to say. */
export const Said = z.object({ message: z.string() })

/** When a record was written down in the field, if that was not when it arrived (gap G-18); ignored by other servers. */
export const observedAt = { observed_at: z.optional(Moment) }

/** The two stamps that every record carries; null or absent where a documented server leaves them out. */
export const stamps = { created_at: z.nullish(Moment), updated_at: z.nullish(Moment) }
