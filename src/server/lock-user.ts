import { eq } from 'drizzle-orm'
import type { Tx } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'

/** Makes simultaneous calls about a user wait for each other, so that a limit or 'only the last one' holds. */
export const lockUser = async (tx: Tx, userId: number): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
