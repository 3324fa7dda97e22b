import { eq, sql } from 'drizzle-orm'
import { session } from '../../contract/session.ts'
import { passwordLength, Role } from '../../contract/user.ts'
import { isPassword } from '../auth.ts'
import { type Route, route } from '../endpoint.ts'
import { found, Refused } from '../errors.ts'
import { endSession, openSession } from '../sessions.ts'
import { users } from '../store/town-tables.ts'
import { countAttempt, forgiveAttempt } from '../throttle.ts'

/** Signing in and out, and the profile (SE-01 to SE-04). */
export const sessionRoutes: readonly Route[] = [
  {
    ...route(session.signIn, async ({ body, tx: db, now, config, faults, caller, tell }) => {
      const attempt = { email: body.username, from: caller.from }
      await countAttempt(db, attempt, now, config)
      const [user] = await db
        .select()
        .from(users)
        .where(eq(sql`lower(${users.email})`, body.username.toLowerCase()))
      const password = body.password.slice(0, passwordLength.most + 1)
      const isRight = await isPassword(user?.password_hash ?? null, password, config)
      if (!user || !isRight || password.length > passwordLength.most)
        throw new Refused(401, 'Invalid credentials', { 'WWW-Authenticate': 'Bearer' })
      await forgiveAttempt(db, attempt)
      if (!user.active) throw new Refused(403, 'Account is inactive. Contact an administrator.')
      const { token, expiresAt } = await openSession(db, user.id, { now, device: caller.device, config, faults })
      const signedIn = { access_token: token, token_type: 'bearer' }
      // Our answer says when the session ends; a documented server's token says it itself.
      if (faults.noExtensions) return signedIn
      tell('Session-Expires-At', expiresAt.toISOString())
      return { ...signedIn, expires_at: expiresAt.toISOString() }
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
]
