import * as z from 'zod/mini'
import { CodeChip } from './code.ts'
import { get } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { enteredDay } from './text.ts'
import { UserChip } from './user.ts'

const count = z.int()

/** The count in the period, and in the period before. */
const Pair = z.object({ count, before: count })

/** A part of the period (a day, week or month) and what was created in it. */
const Step = z.object({
  from: z.string(),
  to: z.string(),
  complaints: count,
  inspections: count,
  violations: count,
  citations: count,
})

/** How many days something took: the median (null for none), and the count in each group of days. */
const Span = z.object({
  ...Pair.shape,
  median: z.nullable(z.number()),
  median_before: z.nullable(z.number()),
  bands: z.array(count),
})

/** One inspector's open violations by age; `user` is null for unassigned ones. */
const OpenOf = z.object({ user: z.nullable(UserChip), ages: z.array(count) })

/**
 * The town's figures between two days, and for the same number of days before. rules/statistics.ts says what each
 * counts, and makes the same figures from the device's rows.
 */
export const Statistics = z.object({
  from: z.string(),
  to: z.string(),
  /** The days of the period before. */
  before: z.object({ from: z.string(), to: z.string() }),
  step: z.enum(['day', 'week', 'month']),
  steps: z.array(Step),
  complaints: Pair,
  inspections: Pair,
  violations: Pair,
  citations: Pair,
  /** The sections with the most violations; `others` are the sums of the rest. */
  codes: z.array(z.extend(CodeChip, Pair.shape)),
  other_codes: Pair,
  open: z.object({ ...Pair.shape, ages: z.array(count), inspectors: z.array(OpenOf), others: z.array(count) }),
  response: Span,
  compliance: Span,
  repeat: z.object({
    ...Pair.shape,
    addresses: z.array(z.object({ address_id: idOf('address'), combadd: z.nullable(z.string()), ...Pair.shape })),
  }),
})
export type Statistics = z.infer<typeof Statistics>

/** The longest period, in days: five years. */
export const longestPeriodDays = 1_827

const dayMs = 86_400_000
const days = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Our extension: the figures for the plots. */
export const statistics = {
  of: get(
    'X82',
    '/statistics',
    Statistics,
    z.object({ from: enteredDay(), to: enteredDay() }).check(
      z.refine((it) => days(it) > 0, 'The last day is before the first'),
      z.refine((it) => days(it) <= longestPeriodDays, 'At most five years at once'),
    ),
  ),
}
