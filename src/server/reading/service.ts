import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { ServiceWay } from '../../contract/service.ts'
import { photosOf } from '../files/attach.ts'
import { violations } from '../store/case-tables.ts'
import { noticeServices } from '../store/field-tables.ts'
import { users } from '../store/town-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'
import { userChip } from './user.ts'

const { created_by_key: _key, ...stored } = getTableColumns(noticeServices)
// A check constraint limits the ways to the contract's.
const columns = { ...stored, how: sql<ServiceWay>`${noticeServices.how}` }

const fromServices = readingOf(noticeServices, newest(noticeServices), (tx) =>
  tx
    .select({ row: columns, address_id: violations.address_id, user: userChip })
    .from(noticeServices)
    .innerJoin(violations, eq(violations.id, noticeServices.violation_id))
    .leftJoin(users, eq(users.id, noticeServices.user_id))
    .$dynamic(),
)

/** A Guest learns how a notice was served, but not where the inspector was, nor see the signature. */
const withheld = { lat: null, lng: null, accuracy: null, signature: null }

/** Records of service with their authors and photos. */
export const readServices = async (ask: Pick<Reader, 'tx' | 'sign'>, reading: Reading) => {
  const rows = await fromServices(ask.tx, reading)
  const photos = await photosOf(
    ask,
    'service',
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, ...around }) => ({
    ...fieldRow(row),
    ...around,
    ...(ask.sign.hidesOrigin ? withheld : {}),
    photos: photos.get(row.id) ?? [],
  }))
}
