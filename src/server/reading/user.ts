import { getTableColumns, sql } from 'drizzle-orm'
import type { Role } from '../endpoint.ts'
import { users } from '../store/town-tables.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { password_hash: _secret, created_by_key: _key, ...stored } = getTableColumns(users)
// A check constraint limits the roles to the four.
const columns = { ...stored, role: sql<Role>`${users.role}` }

/** A user inside other records. */
export const userChip = { id: users.id, email: users.email, name: users.name, phone: users.phone }

const fromUsers = readingOf(users, newest(users), (tx) => tx.select(columns).from(users).$dynamic())

/** Users without their sign-in data. */
export const readUsers = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromUsers(tx, reading)
