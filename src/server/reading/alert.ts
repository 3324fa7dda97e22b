import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AlertKind } from '../../contract/alert.ts'
import { premiseAlerts } from '../store/field-tables.ts'
import { users } from '../store/town-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'
import { userChip } from './user.ts'

const { created_by_key: _key, ...stored } = getTableColumns(premiseAlerts)
// A check constraint limits the kinds to the contract's.
const columns = { ...stored, kind: sql<AlertKind>`${premiseAlerts.kind}` }

const fromAlerts = readingOf(premiseAlerts, newest(premiseAlerts), (tx) =>
  tx
    .select({ row: columns, user: userChip })
    .from(premiseAlerts)
    .leftJoin(users, eq(users.id, premiseAlerts.user_id))
    .$dynamic(),
)

/** Alerts of premises with their authors. */
export const readAlerts = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  (await fromAlerts(tx, reading)).map(({ row, user }) => ({ ...fieldRow(row), user }))
