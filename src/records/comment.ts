import { comments, contactComments } from '../contract/comment.ts'
import type { Id } from '../contract/id.ts'
import { listQuery } from './query.ts'

/** The comments of an address. What was said of its units may be among them, or only in their own lists. */
export const commentsOfAddress = (addressId: Id) =>
  listQuery('comment', comments.ofAddress, { addressId }, { answers: 'some', scope: { address_id: addressId } })

/** The comments of a contact (CO-12). */
export const commentsOfContact = (contactId: Id) =>
  listQuery('contactComment', contactComments.list, { contactId }, { scope: { contact_id: contactId } })
