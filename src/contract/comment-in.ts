import type { NewUnitComment, UnitCommentBody } from './comment.ts'

/** The comment in either form of the body. */
export const commentIn = (body: UnitCommentBody): NewUnitComment => ('comment' in body ? body.comment : body)
