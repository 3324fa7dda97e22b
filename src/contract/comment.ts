import * as z from 'zod/mini'
import { get, post, upload } from './endpoint.ts'
import { fieldCount, fieldId, fieldIdOrNull } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { AsDownload, Attachment, Photo, PhotoFields } from './photo.ts'
import { filledRemark, observedAt, stamps, upTo } from './text.ts'
import { textLimits } from './text-limits.ts'
import { UserChip } from './user.ts'

/** A remark on an address or on a unit of it (EN-04). */
export const Comment = z.object({
  id: idOf('comment'),
  content: z.string(),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  address_id: z.nullish(idOf('address')),
  combadd: z.nullish(z.string()),
  unit_id: z.nullish(idOf('unit')),
  /** Documented servers list them only in a separate call. */
  photos: z.nullish(z.array(Photo)),
  ...observedAt,
  ...stamps,
})
export type Comment = z.infer<typeof Comment>

/** A remark on a contact (EN-06). */
export const ContactComment = z.object({
  id: idOf('contactComment'),
  comment: z.string(),
  contact_id: idOf('contact'),
  user_id: z.nullish(idOf('user')),
  user: z.nullish(UserChip),
  /** Documented servers list them only in a separate call. */
  photos: z.nullish(z.array(Photo)),
  ...observedAt,
  ...stamps,
})
export type ContactComment = z.infer<typeof ContactComment>

/** May be blank if files come with it (C-24); only the server sees the files. */
const contentBesideFiles = z.string().check(z.trim(), upTo(textLimits.remark))

/** A comment on an address: a form, with or without files. */
const NewAddressComment = z.object({
  content: contentBesideFiles,
  user_id: fieldId('user'),
  unit_id: fieldIdOrNull('unit'),
  ...PhotoFields.shape,
  ...observedAt,
})

/** A comment on a unit, as JSON. */
const NewUnitComment = z.object({
  content: filledRemark('Write a comment'),
  user_id: idOf('user'),
  address_id: idOf('address'),
  unit_id: z.optional(z.nullable(idOf('unit'))),
  ...observedAt,
})
export type NewUnitComment = z.infer<typeof NewUnitComment>

/**
 * The body of POST /comments/. The specification sends the comment flat (UN-13), the documented server takes only the
 * nested form. The app sends it nested; our server accepts both.
 */
export const UnitCommentBody = z.union([z.object({ comment: NewUnitComment }), NewUnitComment])
export type UnitCommentBody = z.infer<typeof UnitCommentBody>

/** A comment on a unit with files: a form. */
const NewUnitCommentForm = z.object({
  content: contentBesideFiles,
  user_id: fieldId('user'),
  address_id: fieldId('address'),
  ...PhotoFields.shape,
  ...observedAt,
})

/** A comment on a contact: a form, with or without files. */
const NewContactComment = z.object({
  comment: contentBesideFiles,
  user_id: fieldId('user'),
  ...PhotoFields.shape,
  ...observedAt,
})

export const comments = {
  list: get(
    'B22',
    '/comments/',
    z.array(Comment),
    z.object({ skip: fieldCount(0, 10_000_000), limit: fieldCount(0, 100_000) }),
  ),
  ofAddress: get('B23', '/comments/address/:addressId', z.array(Comment)),
  addToAddress: upload('B24', '/comments/:addressId/address/', 'files', NewAddressComment, Comment),
  addToUnit: post('B25', '/comments/', UnitCommentBody, Comment),
  addToUnitWithFiles: upload('B26', '/comments/unit/:unitId/', 'files', NewUnitCommentForm, Comment),
  ofUnit: get('B27', '/comments/unit/:unitId', z.array(Comment)),
  photos: get('B28', '/comments/:commentId/photos', z.array(Photo), AsDownload),
}

export const contactComments = {
  add: upload('B29', '/comments/:contactId/contact/', 'files', NewContactComment, ContactComment),
  list: get('B30', '/comments/contact/:contactId', z.array(ContactComment)),
  attachmentCount: get('B31', '/comments/contact/:contactCommentId/attachments/count', z.object({ count: z.int() })),
  attachments: get('B32', '/comments/contact/:contactCommentId/attachments', z.array(Attachment), AsDownload),
}
