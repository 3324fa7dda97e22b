import { eq } from 'drizzle-orm'
import { comments as calls, contactComments as contactCalls } from '../../contract/comment.ts'
import { commentIn } from '../../contract/comment-in.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { attachAll, photosOf } from '../files/attach.ts'
import { readComment, readComments, readContactComments } from '../reading/comment.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import { readWindow } from '../reading/page.ts'
import { assertExists, assertUnitOf, holdAddress, listOf } from '../reading/parents.ts'
import { comments, contactComments } from '../store/case-tables.ts'
import { addresses, contacts, units } from '../store/town-tables.ts'

/** Default number of comments in the town's list; 0 asks for all. */
const NEWEST = 200

/** The calls on comments. The author is the session's user, whatever the body says (G-14). */
export const commentRoutes: readonly Route[] = [
  route(calls.list, (ask) => {
    const { skip, limit = NEWEST } = ask.search
    return readWindow(ask, comments, { skip, limit: limit || undefined }, (reading) => readComments(ask, reading))
  }),

  route(calls.ofAddress, async (ask) =>
    listOf(
      ask.tx,
      { table: addresses, id: ask.params.addressId, what: 'Address' },
      await readComments(ask, { where: eq(comments.address_id, ask.params.addressId) }),
    ),
  ),

  route(calls.addToAddress, async (ask) => {
    await assertExists(ask.tx, addresses, ask.params.addressId, 'Address')
    const { content, unit_id, capture_metadata } = ask.body
    return addComment(ask, { content, unit_id, address_id: ask.params.addressId, capture: capture_metadata })
  }),

  // Both forms of the body are in use: flat and nested.
  route(calls.addToUnit, (ask) => {
    const { content, address_id, unit_id } = commentIn(ask.body)
    return addComment(ask, { content, address_id, unit_id: unit_id ?? null })
  }),

  route(calls.addToUnitWithFiles, async (ask) => {
    await assertExists(ask.tx, units, ask.params.unitId, 'Unit')
    const { content, address_id, capture_metadata } = ask.body
    return addComment(ask, { content, address_id, unit_id: ask.params.unitId, capture: capture_metadata })
  }),

  route(calls.ofUnit, async (ask) =>
    listOf(
      ask.tx,
      { table: units, id: ask.params.unitId, what: 'Unit' },
      await readComments(ask, { where: eq(comments.unit_id, ask.params.unitId) }),
    ),
  ),

  route(calls.photos, async (ask) => {
    const id = ask.params.commentId
    await assertExists(ask.tx, comments, id, 'Comment')
    const download = ask.search.download === 'true'
    return (await photosOf(ask, 'comment', [id], { download })).get(id) ?? []
  }),

  route(contactCalls.add, async (ask) => {
    await assertExists(ask.tx, contacts, ask.params.contactId, 'Contact')
    const { comment, capture_metadata: capture } = ask.body
    assertSaysSomething(ask, comment, 'comment')
    const values = { comment, contact_id: ask.params.contactId, user_id: ask.user.id, ...fieldCreationStamps(ask) }
    const { id } = inserted(await ask.tx.insert(contactComments).values(values).returning())
    await attachAll(ask, { type: 'contactComment', id }, { capture })
    return found((await readContactComments(ask, { ids: [id] }))[0], 'Comment')
  }),

  route(contactCalls.list, async (ask) =>
    listOf(
      ask.tx,
      { table: contacts, id: ask.params.contactId, what: 'Contact' },
      await readContactComments(ask, { where: eq(contactComments.contact_id, ask.params.contactId) }),
    ),
  ),

  route(contactCalls.attachmentCount, async (ask) => ({
    count: (await attachmentsOf(ask, ask.params.contactCommentId)).length,
  })),

  route(contactCalls.attachments, (ask) =>
    attachmentsOf(ask, ask.params.contactCommentId, ask.search.download === 'true'),
  ),
]

interface NewComment {
  content: string
  address_id: number
  unit_id: number | null
  capture?: string | undefined
}

const addComment = async (ask: CallContext, { capture, ...comment }: NewComment) => {
  assertSaysSomething(ask, comment.content, 'content')
  if (comment.unit_id !== null) await holdAddress(ask.tx, comment.address_id)
  await assertUnitOf(ask.tx, comment.unit_id, comment.address_id)
  const values = { ...comment, user_id: ask.user.id, ...fieldCreationStamps(ask) }
  const { id } = inserted(await ask.tx.insert(comments).values(values).returning({ id: comments.id }))
  await attachAll(ask, { type: 'comment', id }, { capture })
  return readComment(ask, id)
}

/** A comment may be blank only when it has files (C-24). */
const assertSaysSomething = ({ files }: Pick<CallContext, 'files'>, text: string, field: string) => {
  if (text.trim() === '' && files.length === 0)
    throw new Refused(422, [{ type: 'missing', loc: ['body', field], msg: 'Write a comment' }])
}

const attachmentsOf = async (ask: Pick<CallContext, 'tx' | 'sign'>, id: number, download = false) => {
  await assertExists(ask.tx, contactComments, id, 'Comment')
  return (await photosOf(ask, 'contactComment', [id], { download })).get(id) ?? []
}
