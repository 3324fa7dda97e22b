import * as z from 'zod/mini'
import { Citation } from './citation.ts'
import { CodeChip, citedCodes } from './code.ts'
import { get, patch, post, upload } from './endpoint.ts'
import { fieldCount, fieldId, fieldIdOrNull } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { nullAs } from './null-as.ts'
import { AsDownload, Attachment, Download, Photo, PhotoFields, Uploaded } from './photo.ts'
import { anyLine, anyRemark, filledRemark, Moment, observedAt, stamps, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { Unit } from './unit.ts'
import { UserChip } from './user.ts'

/** The choices of a deadline, exactly these (CF-03). */
export const deadlineChoices = ['Immediate', '1 day', '3 days', '7 days', '14 days', '30 days'] as const
export const DeadlineChoice = z.enum(deadlineChoices)
export type DeadlineChoice = z.infer<typeof DeadlineChoice>

/** How the notice was given (CF-04). */
export const violationTypes = ['doorhanger', 'Formal Notice'] as const
export const ViolationType = z.enum(violationTypes)
export type ViolationType = z.infer<typeof ViolationType>

/** A remark on a violation. */
export const ViolationComment = z.object({
  id: idOf('violationComment'),
  content: z.string(),
  violation_id: z.nullish(idOf('violation')),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  /** Documented servers list them only in a separate call. */
  photos: z.nullish(z.array(Photo)),
  ...observedAt,
  ...stamps,
})
export type ViolationComment = z.infer<typeof ViolationComment>

/** A code section of a violation. Servers include its other violations; they are dropped. */
const BrokenCode = z.object({ ...CodeChip.shape, description: z.nullish(z.string()) })

/** A violation (EN-13). `user_id` is the assignee; `extend` counts days; status 0 Current to 3 Dismissed (VL-02). */
export const Violation = z.object({
  id: idOf('violation'),
  address_id: idOf('address'),
  combadd: z.nullish(z.string()),
  unit_id: z.nullish(idOf('unit')),
  unit: z.nullish(Unit),
  business_id: z.nullish(idOf('business')),
  inspection_id: z.nullish(idOf('inspection')),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  status: nullAs(z.int(), 0),
  deadline: z.nullish(z.string()),
  deadline_date: z.nullish(z.string()),
  extend: z.nullish(z.int()),
  violation_type: z.nullish(z.string()),
  description: z.nullish(z.string()),
  comment: z.nullish(z.string()),
  codes: z.nullish(z.array(BrokenCode)),
  violation_comments: z.nullish(z.array(ViolationComment)),
  ownername: z.nullish(z.string()),
  outstanding_fines_total: z.nullish(z.number()),
  /** When it was resolved, if the server says so; null while it is not. */
  closed_at: z.nullish(Moment),
  ...observedAt,
  ...stamps,
})
export type Violation = z.infer<typeof Violation>

/**
 * A violation from the form (CF-01 to CF-12, C-26). The deadline is always sent: a documented server stores a
 * violation without one and then fails to list any.
 */
export const NewViolation = z.object({
  address_id: idOf('address'),
  user_id: idOf('user'),
  codes: z._default(citedCodes(), []),
  deadline: z._default(DeadlineChoice, 'Immediate'),
  violation_type: z._default(ViolationType, 'doorhanger'),
  inspection_id: z.optional(z.nullable(idOf('inspection'))),
  unit_id: z.optional(z.nullable(idOf('unit'))),
  business_id: z.optional(z.nullable(idOf('business'))),
  description: z.optional(z.nullable(anyRemark)),
  comment: z.optional(z.nullable(anyRemark)),
  ...observedAt,
})
export type NewViolation = z.infer<typeof NewViolation>

/** The total days of extension: the current ones plus the added ones (VD-03). */
const Extension = z.object({
  extend: z.int('Please enter a positive number of days.').check(z.gte(0), z.lte(3650)),
})

/** A comment on a violation; documented servers want the id in the body too. */
const NewViolationComment = z.object({
  content: filledRemark('Write a comment'),
  user_id: idOf('user'),
  violation_id: idOf('violation'),
  ...observedAt,
})

/** A comment on a violation with files; the text may be blank then (C-24). */
const NewViolationCommentForm = z.object({
  content: z.string().check(z.trim(), upTo(textLimits.remark)),
  user_id: fieldId('user'),
  ...PhotoFields.shape,
  ...observedAt,
})

/** Text such as '2,3' or '[2,3]', as forms send it, as numbers; anything else becomes NaN and is refused. */
const toIds = (value: string | number[]): number[] =>
  typeof value === 'string'
    ? value
        .replace(/^\[(.*)\]$/, '$1')
        .split(',')
        .filter(Boolean)
        .map(digits)
    : value

const digits = (text: string): number => (/^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN)

/** Beside a violation's photo: the code sections that it proves. Each must be one of the violation's. */
const ViolationPhotoFields = z.object({
  ...PhotoFields.shape,
  code_ids: z.optional(
    z.pipe(z.pipe(z.union([anyRemark, z.array(z.number())]), z.transform(toIds)), z.array(idOf('code'))),
  ),
})

const statusAfter = (status: 0 | 1) => z.optional(z.object({ status: z.optional(z.literal(status)), ...observedAt }))

const Filter = z.object({
  skip: fieldCount(0, 10_000_000),
  limit: fieldCount(1, 100_000),
  status: z.optional(anyLine),
  assigned_user_id: fieldIdOrNull('user'),
  user_email: z.optional(anyLine),
  unit_id: fieldIdOrNull('unit'),
})

export const violations = {
  list: get('B59', '/violations/', z.array(Violation), Filter),
  ofAddress: get('B60', '/violations/address/:addressId', z.array(Violation)),
  add: post('B61', '/violations/', NewViolation, Violation),
  one: get('B62', '/violation/:violationId', Violation),
  citations: get('B63', '/violation/:violationId/citations', z.array(Citation)),
  photos: get('B64', '/violation/:violationId/photos', z.array(Photo), AsDownload),
  addPhoto: upload('B65', '/violation/:violationId/photos', 'files', ViolationPhotoFields, Uploaded),
  extend: patch('B66', '/violation/:violationId/deadline', Extension, Violation),
  assign: patch('B67', '/violation/:violationId/assignee', z.object({ user_id: fieldId('user') }), Violation, {
    encoding: 'form',
  }),
  abate: post('B68', '/violation/:violationId/abate', statusAfter(1), Violation, { repeat: 'set' }),
  reopen: post('B69', '/violation/:violationId/reopen', statusAfter(0), Violation, { repeat: 'set' }),
  /** A Word document; `photos=true` adds a page of evidence (G-21). */
  notice: get(
    'B70',
    '/violation/:violationId/notice',
    Download,
    z.object({ photos: z.optional(z.enum(['true', 'false'])) }),
  ),
  comment: post('B71', '/violation/:violationId/comments', NewViolationComment, ViolationComment),
  commentWithFiles: upload(
    'B72',
    '/violation/:violationId/comments/upload',
    'files',
    NewViolationCommentForm,
    ViolationComment,
  ),
  commentAttachments: get('B73', '/violation/comment/:violationCommentId/attachments', z.array(Attachment), AsDownload),
  /** A user's open violations. */
  activeOf: get('B36', '/dash/violations/:userId', z.array(Violation)),
}
