import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'

/**
 * Whether an active Admin is left after a change in this transaction: without one, only the command line could make
 * another. The lock makes two such changes at once wait for each other, which would each count the other's Admin.
 */
export const isAdminLeft = async (tx: Tx): Promise<boolean> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('the last admin'))`)
  return (await tx.$count(users, and(eq(users.role, 3), users.active))) > 0
}
