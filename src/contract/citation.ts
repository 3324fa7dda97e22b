import * as z from 'zod/mini'
import { get, patch, post } from './endpoint.ts'
import { idOf } from './id-marks.ts'
import { enteredDay, lineOrNull, observedAt, stamps } from './text.ts'
import { UserChip } from './user.ts'

const anyStatus = z.nullish(z.union([z.int(), z.string()]))

/**
 * A fine for a violation (EN-14). The list of an address has only the ids and the deadline. The status may have
 * another name or be a label (CT-06): rules/citation-status.ts reads it.
 */
export const Citation = z.object({
  id: idOf('citation'),
  citationid: z.nullish(z.string()),
  violation_id: idOf('violation'),
  fine: z.nullish(z.number()),
  deadline: z.nullish(z.string()),
  trial_date: z.nullish(z.string()),
  code_id: z.nullish(idOf('code')),
  code_name: z.nullish(z.string()),
  code_description: z.nullish(z.string()),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  status: anyStatus,
  citation_status: anyStatus,
  status_id: anyStatus,
  status_code: anyStatus,
  payment_status: anyStatus,
  state: anyStatus,
  combadd: z.nullish(z.string()),
  ...observedAt,
  ...stamps,
})
export type Citation = z.infer<typeof Citation>

/** 0 Unpaid, 1 Paid, 2 Pending Trial, 3 Dismissed (CT-05). */
export const CitationStatus = z.literal([0, 1, 2, 3])
export type CitationStatus = z.infer<typeof CitationStatus>

/** A citation from the form (CT-10 to CT-14): fine in dollars, code and deadline required, status 0 at first. */
export const NewCitation = z.object({
  violation_id: idOf('violation'),
  user_id: idOf('user'),
  citationid: lineOrNull,
  fine: z.number('Enter the fine in dollars').check(
    z.gte(0, 'The fine cannot be below 0'),
    z.lte(999_999_999.99, 'The fine is too large'),
    z.refine((fine) => Number(fine.toFixed(2)) === fine, 'A fine is whole dollars and cents'),
  ),
  deadline: enteredDay('Enter a deadline'),
  code_id: idOf('code'),
  status: z._default(CitationStatus, 0),
  ...observedAt,
})
export type NewCitation = z.infer<typeof NewCitation>

export const citations = {
  list: get('B106', '/citations/', z.array(Citation)),
  one: get('B107', '/citations/:citationId', Citation),
  ofAddress: get('B108', '/citations/address/:addressId', z.array(Citation)),
  add: post('B109', '/citations/', NewCitation, Citation),
  setStatus: patch('B110', '/citations/:citationId', z.object({ status: CitationStatus }), Citation),
}
