import { eq } from 'drizzle-orm'
import { isPassword } from './auth.ts'
import type { CallContext } from './endpoint.ts'
import { Refused } from './errors.ts'
import { users } from './store/town-tables.ts'
import { countOwnAttempt, forgiveOwnAttempts } from './throttle.ts'

/**
 * Checks the current password of a signed-in person. Throws 422 for a wrong one, and 429 after too many: an unlocked
 * phone must not allow guessing.
 */
export const assertOwnPassword = async (
  { tx: db, user, now, config }: Pick<CallContext, 'tx' | 'user' | 'now' | 'config'>,
  typed: string,
): Promise<void> => {
  await countOwnAttempt(db, user.id, now, config)
  const [row] = await db.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id))
  if (!(await isPassword(row?.hash ?? null, typed.slice(0, 2000), config)))
    throw currentPassword('wrong_password', 'The current password is wrong')
  await forgiveOwnAttempts(db, user.id)
}

/** A refusal that belongs to the field of the current password. */
export const currentPassword = (type: string, msg: string) =>
  new Refused(422, [{ type, loc: ['body', 'current_password'], msg }])
