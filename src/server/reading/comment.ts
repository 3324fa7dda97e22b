import { eq, getTableColumns } from 'drizzle-orm'
import { found } from '../errors.ts'
import { photosOf } from '../files/attach.ts'
import { comments, contactComments } from '../store/case-tables.ts'
import { addresses, users } from '../store/town-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'
import { userChip } from './user.ts'

const { created_by_key: _key, review_later: _later, ...columns } = getTableColumns(comments)
const { created_by_key: _contactKey, ...contactColumns } = getTableColumns(contactComments)

const fromComments = readingOf(comments, newest(comments), (tx) =>
  tx
    .select({ row: columns, user: userChip, combadd: addresses.combadd })
    .from(comments)
    .innerJoin(addresses, eq(addresses.id, comments.address_id))
    .leftJoin(users, eq(users.id, comments.user_id))
    .$dynamic(),
)

/** Comments on addresses and units with author, address and photos: two statements, however many. */
export const readComments = async (ask: Reader, reading: Reading) => {
  const rows = await fromComments(ask.tx, reading)
  const photos = await photosOf(
    ask,
    'comment',
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, ...around }) => ({ ...fieldRow(row), ...around, photos: photos.get(row.id) ?? [] }))
}

/** One comment; 404 without. */
export const readComment = async (ask: Reader, id: number) =>
  found((await readComments(ask, { ids: [id] }))[0], 'Comment')

const fromContactComments = readingOf(contactComments, newest(contactComments), (tx) =>
  tx
    .select({ row: contactColumns, user: userChip })
    .from(contactComments)
    .leftJoin(users, eq(users.id, contactComments.user_id))
    .$dynamic(),
)

/** Comments on contacts with author and files. */
export const readContactComments = async (ask: Reader, reading: Reading) => {
  const rows = await fromContactComments(ask.tx, reading)
  const photos = await photosOf(
    ask,
    'contactComment',
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, user }) => ({ ...fieldRow(row), user, photos: photos.get(row.id) ?? [] }))
}
