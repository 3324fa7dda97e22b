import type { Id } from '../contract/id.ts'
import { type Violation, type ViolationComment, violations } from '../contract/violation.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { rowName } from '../db/outbox.ts'
import { command } from './command.ts'
import { commentWords } from './comment.ts'
import { filesQuery, type Query } from './query.ts'
import { stampOf } from './stamp-of.ts'
import { valueQuery } from './value.ts'
import { violationById } from './violation.ts'

/** The files of a comment on a violation; with `isDownload` their URLs save them (VD-14). */
export const filesOfViolationComment = (violationCommentId: Id, isDownload = false) =>
  valueQuery(
    'violationComment',
    violations.commentAttachments,
    { violationCommentId },
    isDownload ? { search: { download: 'true' } } : {},
  )

/** The thread is part of the violation's own answer: no call lists the comments alone. */
const threadOf = (violationId: Id): Query => ({
  ...(violationById(violationId) as Query),
  type: 'violationComment',
  answers: 'some',
  // The contract has checked the answer of this call.
  rowsIn: (reply) => (reply as Violation).violation_comments ?? [],
})

interface Said {
  content: string
  user_id: Id
  observed_at?: string | undefined
}

interface Posted {
  params: { violationId: Id }
  body: Said
  id: Id
  at: number
}

/** The comment as it is shown here until the office has it. */
async function writeComment(db: DeviceDatabase, { params, body, id, at }: Posted) {
  const user = await db.rows('user').get(body.user_id)
  const stamp = stampOf(body, at)
  await db.rows('violationComment').put({
    id,
    content: body.content,
    user_id: body.user_id,
    violation_id: params.violationId,
    user: user ?? null,
    observed_at: stamp,
    created_at: stamp,
    updated_at: stamp,
  })
}

const comment = {
  makes: 'violationComment' as const,
  group: async (_: unknown, { params }: Pick<Posted, 'params'>) => rowName('violation', params.violationId),
  write: writeComment,
  // A server may leave out which violation the comment belongs to.
  rowOf: (saved: ViolationComment, { params }: Pick<Posted, 'params'>) => ({
    ...saved,
    violation_id: params.violationId,
  }),
  listedIn: async (_: unknown, { params }: Pick<Posted, 'params'>) => threadOf(params.violationId),
  knownBy: ({ body }: Pick<Posted, 'body'>) => ({ content: body.content, user_id: body.user_id }),
  words: ({ body }: Pick<Posted, 'body'>) => commentWords(body.content),
}

/** A comment on a violation without files (VD-12). */
export const addViolationComment = command(violations.comment, comment)

/** A comment on a violation with files (VD-12). */
export const addViolationCommentWithFiles = command(violations.commentWithFiles, {
  ...comment,
  withFiles: {
    listedBy: (violationCommentId) => filesQuery(violations.commentAttachments, { violationCommentId }),
    again: (body) => ({ ...body, content: '' }),
  },
})
