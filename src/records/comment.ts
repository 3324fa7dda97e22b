import { type Comment, comments, contactComments } from '../contract/comment.ts'
import { commentIn } from '../contract/comment-in.ts'
import type { Id } from '../contract/id.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { personName } from '../rules/person.ts'
import { commentAuthor } from '../rules/recent-comments.ts'
import { addressChip } from './address-chip.ts'
import type { Asked } from './command.ts'
import { command } from './command.ts'
import { type Listing, listRange, narrowed } from './listing.ts'
import { filesQuery, listQuery } from './query.ts'
import { firstOfEach, readListing } from './read-listing.ts'
import { stampOf } from './stamp-of.ts'
import { valueQuery } from './value.ts'

/** The comments of an address. Comments on its units may be included, or only in the units' own lists. */
export const commentsOfAddress = (addressId: Id) =>
  listQuery('comment', comments.ofAddress, { addressId }, { answers: 'some', scope: { address_id: addressId } })

/** All comments or those of one person, newest first; null for everybody's (DB-27, DB-28). */
export const commentListing = (userId: Id | null): Listing =>
  narrowed('comment', userId === null ? [] : [listRange('by', userId)])

/** One comment of each person who commented: the newest that has their name (DB-28). */
export const commentOfEach = (db: DeviceDatabase): Promise<Comment[]> =>
  inTransaction(db, 'r', [db.rows('comment')], async (view) => {
    const newest = await firstOfEach(view, 'comment', 'by', commentAuthor)
    return Promise.all(newest.map((row) => (isNamed(row) ? row : namedBeside(view, row))))
  })

const isNamed = ({ user }: Comment): boolean => personName(user, '') !== ''

const namedBeside = async (db: DeviceDatabase, row: Comment): Promise<Comment> =>
  (await readListing<Comment>(db, commentListing(commentAuthor(row)))).find(isNamed) ?? row

/** The comments of a unit (UN-08). */
export const commentsOfUnit = (unitId: Id) =>
  listQuery('comment', comments.ofUnit, { unitId }, { scope: { unit_id: unitId } })

/** The comments of a contact (CO-12). */
export const commentsOfContact = (contactId: Id) =>
  listQuery('contactComment', contactComments.list, { contactId }, { scope: { contact_id: contactId } })

/** The files of a comment; with `isDownload` their URLs save them (AD-24, UN-09). */
export const filesOfComment = (commentId: Id, isDownload = false) =>
  valueQuery('comment', comments.photos, { commentId }, isDownload ? { search: { download: 'true' } } : {})

/** The files of a comment on a contact (CO-13). */
export const filesOfContactComment = (contactCommentId: Id, isDownload = false) =>
  valueQuery(
    'contactComment',
    contactComments.attachments,
    { contactCommentId },
    isDownload ? { search: { download: 'true' } } : {},
  )

/** Files are sent in the call that makes the comment, because no documented call can add them later. */
const withFiles = {
  listedBy: (commentId: Id) => filesQuery(comments.photos, { commentId }),
  again: <Body extends { content: string }>(body: Body): Body => ({ ...body, content: '' }),
}

interface Said {
  content: string
  user_id: Id
  address_id: Id
  unit_id: Id | null
  observed_at?: string | undefined
}

/** The comment as it is shown here until the office has it. */
async function writeComment(db: DeviceDatabase, { id, at }: Pick<Asked, 'id' | 'at'>, said: Said) {
  const user = await db.rows('user').get(said.user_id)
  const address = await addressChip(db, said.address_id)
  const stamp = stampOf(said, at)
  await db.rows('comment').put({
    ...said,
    id,
    user: user ?? null,
    combadd: address?.combadd ?? null,
    photos: [],
    observed_at: stamp,
    created_at: stamp,
    updated_at: stamp,
  })
}

/** The comment's text in the list of unsent work. */
export const commentWords = (text: string) => (text.trim() ? `Comment: ${text.trim()}` : 'Comment without text')

/** A comment on an address, with or without files (AD-19). */
export const addAddressComment = command(comments.addToAddress, {
  makes: 'comment',
  write: (db, asked) =>
    writeComment(db, asked, {
      ...asked.body,
      unit_id: asked.body.unit_id ?? null,
      address_id: asked.params.addressId,
    }),
  listedIn: async (_, { params }) => commentsOfAddress(params.addressId),
  knownBy: ({ body }) => ({ content: body.content, user_id: body.user_id, unit_id: body.unit_id ?? null }),
  words: ({ body }) => commentWords(body.content),
  withFiles,
})

/** A comment on a unit without files (UN-13). Nested, because the documented server takes no other form. */
export const addUnitComment = command(comments.addToUnit, {
  makes: 'comment',
  write: (db, asked) => {
    const said = commentIn(asked.body)
    return writeComment(db, asked, { ...said, unit_id: said.unit_id ?? null })
  },
  async listedIn(_, { body }) {
    const { unit_id, address_id } = commentIn(body)
    return unit_id ? commentsOfUnit(unit_id) : commentsOfAddress(address_id)
  },
  knownBy({ body }) {
    const { content, user_id, unit_id } = commentIn(body)
    return { content, user_id, unit_id: unit_id ?? null }
  },
  words: ({ body }) => commentWords(commentIn(body).content),
})

/** A comment on a unit with files (UN-13). */
export const addUnitCommentWithFiles = command(comments.addToUnitWithFiles, {
  makes: 'comment',
  write: (db, asked) => writeComment(db, asked, { ...asked.body, unit_id: asked.params.unitId }),
  listedIn: async (_, { params }) => commentsOfUnit(params.unitId),
  knownBy: ({ body, params }) => ({ content: body.content, user_id: body.user_id, unit_id: params.unitId }),
  words: ({ body }) => commentWords(body.content),
  withFiles,
})

/** A comment on a contact, with or without files (CO-12). */
export const addContactComment = command(contactComments.add, {
  makes: 'contactComment',
  async write(db, { params, body, id, at }) {
    const user = await db.rows('user').get(body.user_id)
    const stamp = stampOf(body, at)
    await db.rows('contactComment').put({
      id,
      comment: body.comment,
      contact_id: params.contactId,
      user_id: body.user_id,
      user: user ?? null,
      photos: [],
      observed_at: stamp,
      created_at: stamp,
      updated_at: stamp,
    })
  },
  listedIn: async (_, { params }) => commentsOfContact(params.contactId),
  knownBy: ({ body }) => ({ comment: body.comment, user_id: body.user_id }),
  words: ({ body }) => commentWords(body.comment),
  withFiles: {
    listedBy: (contactCommentId) => filesQuery(contactComments.attachments, { contactCommentId }),
    again: (body) => ({ ...body, comment: '' }),
  },
})
