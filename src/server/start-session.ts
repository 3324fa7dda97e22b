import { and, eq, type SQL } from 'drizzle-orm'
import type { Token } from '../contract/session.ts'
import type { CallContext } from './endpoint.ts'
import { Refused } from './errors.ts'
import { deviceCookie, rememberDevice } from './known-devices.ts'
import { lockUser } from './lock-user.ts'
import { openSession } from './sessions.ts'
import { users } from './store/town-tables.ts'

/**
 * Opens a session for an authenticated person, and remembers the device for them. `proof`: the condition that what they
 * signed in with is still valid. Checking it takes time, in which a new password may have ended all sessions; then
 * throws `Refused` 409.
 */
export const startSession = async (
  {
    tx: db,
    now,
    config,
    faults,
    caller,
    tell,
  }: Pick<CallContext, 'tx' | 'now' | 'config' | 'faults' | 'caller' | 'tell'>,
  userId: number,
  proof?: SQL,
): Promise<Token> => {
  const { token, expiresAt } = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    if ((await tx.$count(users, and(eq(users.id, userId), users.active, proof))) === 0)
      throw new Refused(409, 'This account was changed while you signed in. Sign in again.')
    return openSession(tx, userId, { now, device: caller.device, config, faults })
  })
  const signedIn = { access_token: token, token_type: 'bearer' }
  // Our answer contains the end of the session. A documented server's token contains it itself.
  if (faults.noExtensions) return signedIn
  tell('Session-Expires-At', expiresAt.toISOString())
  const secret = await rememberDevice(db, userId, caller.deviceSecret, now)
  tell('Set-Cookie', deviceCookie(secret, caller.origin.startsWith('https:') || config.hsts))
  return { ...signedIn, expires_at: expiresAt.toISOString() }
}
