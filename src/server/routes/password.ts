import { eq } from 'drizzle-orm'
import { people } from '../../contract/people-file.ts'
import { users as calls } from '../../contract/user.ts'
import { userLine } from '../audit.ts'
import { hashPassword, isPassword } from '../auth.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { makeSignInCode } from '../known-devices.ts'
import { addPeople } from '../new-people.ts'
import { assertOwnPassword } from '../own-password.ts'
import { removePasskeysOf } from '../passkeys.ts'
import { passwordProblem } from '../password-rule.ts'
import { assertNotEnded, endSessionsOf } from '../sessions.ts'
import { assertSignInMethod } from '../sign-in-method.ts'
import { auditLog, passkeys } from '../store/core-tables.ts'
import { users } from '../store/town-tables.ts'
import { forgetAttemptsOn } from '../throttle.ts'

/*
 * The calls that carry passwords and codes have their own transactions: the answer to a call with a key is stored, and a change is
 * logged as it was sent. Passwords and codes may be in neither.
 */

/**
 * New passwords: a person's own, and another person's by an Admin; and an Admin's help for a person who is locked out.
 */
export const passwordRoutes: readonly Route[] = [
  {
    ...route(calls.changePassword, async (ask) => {
      const { user, body, tx: db, config } = ask
      assertSignInMethod('Passwords', user.email, config)
      await assertOwnPassword(ask, body.current_password)
      await setPassword(ask, { userId: user.id, password: body.new_password, call: calls.changePassword })
      const changed = 'The password is changed. Other devices must sign in again.'
      const isAlone = (await db.$count(passkeys, eq(passkeys.user_id, user.id))) === 0
      return { message: isAlone ? changed : `${changed} Your passkeys still work: remove those you do not know.` }
    }),
    ownTransaction: true,
  },

  {
    ...route(calls.setPassword, async (ask) => {
      const { params, user, body } = ask
      if (params.userId === user.id)
        throw new Refused(409, 'Your own password is changed with the current one: POST /user/password')
      await setPassword(ask, { userId: params.userId, password: body.new_password, call: calls.setPassword })
      return { message: 'The password is set. All devices of this user must sign in with it.' }
    }),
    ownTransaction: true,
  },

  { ...route(people.add, (ask) => addPeople(ask, ask.body.people)), ownTransaction: true },

  {
    ...route(calls.makeSignInCode, (ask) =>
      ask.tx.transaction(async (tx) => {
        const { params, now, config } = ask
        const { active, email } = users
        const [row] = await tx.select({ active, email }).from(users).where(eq(users.id, params.userId))
        const person = found(row, 'User')
        if (!person.active) throw new Refused(409, 'This user may not sign in.')
        assertSignInMethod('Passwords', person.email, config)
        const { code, expiresAt } = await makeSignInCode(tx, params.userId, now)
        await tx.insert(auditLog).values(userLine(ask, { userId: params.userId, call: calls.makeSignInCode }))
        return { code, expires_at: expiresAt }
      }),
    ),
    ownTransaction: true,
  },
]

/** Stores the password, ends the sessions under the old one and writes the log: all of it or nothing. */
const setPassword = async (
  ask: Pick<CallContext, 'tx' | 'config' | 'now' | 'user' | 'caller'>,
  { userId, password, call }: { userId: number; password: string; call: { id: string; path: string } },
) => {
  const { tx: db, config, now, user, caller } = ask
  const [row] = await db
    .select({ email: users.email, name: users.name, hash: users.password_hash })
    .from(users)
    .where(eq(users.id, userId))
  const bearer = found(row, 'User')
  // A password that opens nothing must not end sessions and passkeys.
  assertSignInMethod('Passwords', bearer.email, config)
  const problem = passwordProblem(password, bearer)
  if (problem) throw new Refused(422, problem)
  if (await isPassword(bearer.hash, password, config))
    throw new Refused(422, 'This is the password that holds now. Choose another.')
  const password_hash = await hashPassword(password, config)
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ password_hash, updated_at: now })
      .where(eq(users.id, userId))
      .returning({ id: users.id, email: users.email })
    await assertNotEnded(tx, caller.tokenHash)
    await forgetAttemptsOn(tx, found(changed, 'User'))
    if (userId !== user.id) await removePasskeysOf(tx, userId)
    await endSessionsOf(tx, userId, { now, but: userId === user.id ? caller.tokenHash : null })
    await tx.insert(auditLog).values(userLine(ask, { userId, call }))
  })
}
