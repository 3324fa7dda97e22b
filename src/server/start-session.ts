import type { Token } from '../contract/session.ts'
import type { CallContext } from './endpoint.ts'
import { deviceCookie, rememberDevice } from './known-devices.ts'
import { openSession } from './sessions.ts'

/** Opens a session for an authenticated person, and remembers the device for them. */
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
): Promise<Token> => {
  const { token, expiresAt } = await openSession(db, userId, { now, device: caller.device, config, faults })
  const signedIn = { access_token: token, token_type: 'bearer' }
  // Our answer contains the end of the session. A documented server's token contains it itself.
  if (faults.noExtensions) return signedIn
  tell('Session-Expires-At', expiresAt.toISOString())
  const secret = await rememberDevice(db, userId, caller.deviceSecret, now)
  tell('Set-Cookie', deviceCookie(secret, caller.origin.startsWith('https:') || config.hsts))
  return { ...signedIn, expires_at: expiresAt.toISOString() }
}
