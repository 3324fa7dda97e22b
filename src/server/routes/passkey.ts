import { and, eq } from 'drizzle-orm'
import { passkeys as calls, freshSessionMs } from '../../contract/passkey.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { assertOwnPassword, currentPassword } from '../own-password.ts'
import { addPasskey, beginAdding, beginSignIn, passkeysOf, personByPasskey } from '../passkeys.ts'
import { assertSignInMethod } from '../sign-in-method.ts'
import { startSession } from '../start-session.ts'
import { passkeys } from '../store/core-tables.ts'
import { users } from '../store/town-tables.ts'
import { countBegun, forgiveBegun } from '../throttle.ts'

/*
 * A wrong answer uses up a challenge too, and no answer of these calls may be stored under a key. All calls with
 * challenges therefore have their own transactions.
 */

/** Passkeys: those of the signed-in person, and sign-in with one. */
export const passkeyRoutes: readonly Route[] = [
  {
    ...route(calls.beginAdding, async (ask) => {
      assertSignInMethod('Passkeys', ask.user.email, ask.config)
      await assertIsOwner(ask, ask.body?.current_password)
      return { options: { ...(await beginAdding(ask, ask.user)) } }
    }),
    ownTransaction: true,
  },
  {
    ...route(calls.add, async (ask) => {
      const { tx, user, body } = ask
      assertSignInMethod('Passkeys', user.email, ask.config)
      await addPasskey(ask, user, body)
      return passkeysOf(tx, user.id)
    }),
    ownTransaction: true,
  },

  route(calls.list, ({ tx, user }) => passkeysOf(tx, user.id)),

  route(calls.remove, async ({ tx, user, body }) => {
    await tx.delete(passkeys).where(and(eq(passkeys.id, body.id), eq(passkeys.user_id, user.id)))
    return passkeysOf(tx, user.id)
  }),

  {
    ...route(calls.beginSignIn, async (ask) => {
      await countBegun(ask.tx, ask.caller.from, ask.now, ask.config)
      return { options: { ...(await beginSignIn(ask)) } }
    }),
    ownTransaction: true,
  },
  {
    ...route(calls.signIn, async (ask) => {
      const { userId, isStillThere } = await personByPasskey(ask, ask.body.answer)
      const [user] = await ask.tx.select().from(users).where(eq(users.id, userId))
      if (!user?.active) throw new Refused(409, 'Account is inactive. Contact an administrator.')
      assertSignInMethod('Passkeys', user.email, ask.config)
      await forgiveBegun(ask.tx, ask.caller.from)
      return startSession(ask, userId, isStillThere)
    }),
    ownTransaction: true,
  },
]

/**
 * A passkey opens the account for good, so nobody may add one at a computer that was left unlocked: the sign-in is
 * recent, or the current password is given. Throws 422 that asks for it, and 409 for a person who has none.
 */
const assertIsOwner = async (ask: CallContext, password: string | undefined): Promise<void> => {
  const { tx, user, caller, now } = ask
  if (caller.signedInAt && now.getTime() - caller.signedInAt.getTime() < freshSessionMs) return
  if (password) return assertOwnPassword(ask, password)
  const [row] = await tx.select({ hash: users.password_hash }).from(users).where(eq(users.id, user.id))
  if (!row?.hash)
    throw new Refused(409, 'You signed in a while ago. Sign out, sign in again, and add the passkey then.')
  throw currentPassword('password_needed', 'You signed in a while ago. Enter your current password.')
}
