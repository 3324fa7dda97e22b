import { eq, sql } from 'drizzle-orm'
import { session } from '../../contract/session.ts'
import { passwordLength, Role } from '../../contract/user.ts'
import { isPassword } from '../auth.ts'
import { type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { consumeCode, knownDevice } from '../known-devices.ts'
import { endSession } from '../sessions.ts'
import { assertSignInMethod } from '../sign-in-method.ts'
import { takeSignedIn } from '../single-sign-on/serve.ts'
import { startSession } from '../start-session.ts'
import { users } from '../store/town-tables.ts'
import { countAttempt, forgiveAttempt } from '../throttle.ts'

/** Signing in and out, and the profile (SE-01 to SE-04). */
export const sessionRoutes: readonly Route[] = [
  {
    ...route(session.signIn, async (ask) => {
      const { body, tx: db, now, config, caller } = ask
      assertSignInMethod('Passwords', body.username, config)
      const [user] = await db
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, body.username.toLowerCase()))
      const known = user ? await knownDevice(db, user.id, caller, now) : null
      const attempt = { email: body.username, from: caller.from, device: known?.counter ?? null }
      await countAttempt(db, attempt, now, config)
      const password = body.password.slice(0, passwordLength.most + 1)
      const isRight = await isPassword(user?.password_hash ?? null, password, config)
      if (!user || !isRight || password.length > passwordLength.most)
        throw new Refused(401, 'Invalid credentials', { 'WWW-Authenticate': 'Bearer' })
      await forgiveAttempt(db, attempt)
      if (!user.active) throw new Refused(403, 'Account is inactive. Contact an administrator.')
      if (known?.codeHash) await consumeCode(db, user.id, known.codeHash)
      return startSession(ask, user.id, eq(users.password_hash, user.password_hash ?? ''))
    }),
    ownTransaction: true,
  },

  route(session.profile, async ({ user, tx }) => {
    const [row] = await tx.select().from(users).where(eq(users.id, user.id))
    const { id, email, name, phone, role, active, created_at, updated_at } = found(row, 'User')
    return { id, email, name, phone, role: Role.parse(role), active, created_at, updated_at }
  }),

  {
    ...route(session.signOut, async ({ caller, tx: db, now }) => {
      if (caller.tokenHash) await endSession(db, caller.tokenHash, now)
      return { message: 'Signed out' }
    }),
    ownTransaction: true,
  },

  {
    ...route(session.signInSingle, async (ask) => {
      const { userId, isStillLinked } = await takeSignedIn(ask)
      return startSession(ask, userId, isStillLinked)
    }),
    ownTransaction: true,
  },
]
