import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq, exists, isNull, lt, type SQL } from 'drizzle-orm'
import { passkeys as calls, type Passkey, passkeyLimit } from '../contract/passkey.ts'
import { userLine } from './audit.ts'
import type { CallContext, SessionUser } from './endpoint.ts'
import { Refused } from './errors.ts'
import { lockUser } from './lock-user.ts'
import { assertNotEnded } from './sessions.ts'
import { auditLog, type Db, passkeyChallenges, passkeys, type Tx } from './store/core-tables.ts'

/** How long a challenge is valid. */
const CHALLENGE_MS = 5 * 60_000

type Asking = Pick<CallContext, 'tx' | 'now' | 'config' | 'caller'>

/** The options with which a browser makes a passkey for a signed-in person. */
export const beginAdding = async ({ tx, now, config, caller }: Asking, user: SessionUser) => {
  const mine = await tx.select().from(passkeys).where(eq(passkeys.user_id, user.id))
  assertRoom(mine.length)
  const options = await generateRegistrationOptions({
    rpName: config.townName,
    rpID: domainOf(caller.origin),
    userID: new TextEncoder().encode(`user ${user.id}`),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    excludeCredentials: mine.map(({ credential_id }) => ({ id: credential_id })),
    // The passkey names its owner and the device checks finger, face or PIN, so no name or password is typed.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(tx, options.challenge, user.id, now)
  return options
}

/** Stores a new passkey, and its line in the log, when the browser's answer fits a challenge of this person. */
export const addPasskey = async (
  { tx, now, caller }: Asking,
  user: SessionUser,
  { name, answer }: { name: string; answer: unknown },
): Promise<void> => {
  const { verified, registrationInfo } = await orRefused(() =>
    verifyRegistrationResponse({
      // The input is unchecked; the library checks every part of it.
      response: answer as RegistrationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(tx, challenge, user.id, now),
      expectedOrigin: caller.origin,
      expectedRPID: domainOf(caller.origin),
      requireUserVerification: true,
    }),
  )
  if (!verified) throw unfit()
  const { id, publicKey, counter } = registrationInfo.credential
  const row = {
    credential_id: id,
    user_id: user.id,
    public_key: Buffer.from(publicKey),
    counter,
    name,
    created_at: now,
  }
  await tx.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await assertNotEnded(tx, caller.tokenHash)
    assertRoom(await tx.$count(passkeys, eq(passkeys.user_id, user.id)))
    const kept = await tx.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
    if (kept.length === 0) throw new Refused(409, 'This passkey is known already')
    await tx
      .insert(auditLog)
      .values({ ...userLine({ user, caller, now }, { userId: user.id, call: calls.add }), body: { name } })
  })
}

const assertRoom = (count: number): void => {
  if (count >= passkeyLimit) throw new Refused(409, `There are ${passkeyLimit} passkeys already. Remove one first.`)
}

export const passkeysOf = async (tx: Tx, userId: number): Promise<Passkey[]> => {
  const rows = await tx.select().from(passkeys).where(eq(passkeys.user_id, userId)).orderBy(asc(passkeys.id))
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

/**
 * Removes a person's passkeys after an administrator set a new password: nothing set up before may open the account.
 */
export const removePasskeysOf = (tx: Tx, userId: number) => tx.delete(passkeys).where(eq(passkeys.user_id, userId))

/** The options with which a browser asks for any passkey of this town. */
export const beginSignIn = async ({ tx, now, caller }: Asking) => {
  const options = await generateAuthenticationOptions({ rpID: domainOf(caller.origin), userVerification: 'required' })
  await keepChallenge(tx, options.challenge, null, now)
  return options
}

/**
 * The person whose passkey answered the challenge, and the condition that it is still there. Throws `Refused` with the
 * reason in words.
 */
export const personByPasskey = async (
  { tx, now, caller }: Asking,
  answer: Record<string, unknown>,
): Promise<{ userId: number; isStillThere: SQL }> => {
  const id = typeof answer.id === 'string' ? answer.id.slice(0, 2000) : ''
  const [known] = await tx.select().from(passkeys).where(eq(passkeys.credential_id, id))
  if (!known) throw new Refused(409, 'This passkey is not known here. Sign in in another way, and add it again.')
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      // The input is unchecked; the library checks every part of it.
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(tx, challenge, null, now),
      expectedOrigin: caller.origin,
      expectedRPID: domainOf(caller.origin),
      // The library refuses a counter that did not increase: the key may have been copied.
      credential: { id: known.credential_id, publicKey: new Uint8Array(known.public_key), counter: known.counter },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw unfit()
  await tx
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, last_used_at: now })
    .where(eq(passkeys.id, known.id))
  const isStillThere = exists(tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, known.id)))
  return { userId: known.user_id, isStillThere }
}

export const forgetOldChallenges = (tx: Tx, now: Date) =>
  tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expires_at, now))

const keepChallenge = async (tx: Tx, challenge: string, userId: number | null, now: Date) => {
  await forgetOldChallenges(tx, now)
  const expires_at = new Date(now.getTime() + CHALLENGE_MS)
  await tx.insert(passkeyChallenges).values({ challenge, user_id: userId, expires_at })
}

/** Takes a challenge. Each is valid for one answer, right or wrong, and only for the person it was made for. */
const takeChallenge = async (tx: Db | Tx, challenge: string, userId: number | null, now: Date): Promise<boolean> => {
  const whose = userId === null ? isNull(passkeyChallenges.user_id) : eq(passkeyChallenges.user_id, userId)
  const [taken] = await tx
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challenge, challenge.slice(0, 200)), whose))
    .returning()
  return taken !== undefined && taken.expires_at > now
}

/** The domain of the passkeys. Browsers accept none for a bare network address. */
const domainOf = (origin: string): string => {
  const { hostname } = new URL(origin)
  if (/^\d+(\.\d+){3}$|^\[/.test(hostname))
    throw new Refused(409, 'Passkeys need a town that is reached by a name, not by a network address.')
  return hostname
}

const unfit = () => new Refused(409, 'The answer of the passkey does not fit, or came too late. Try again.')

/** The library throws for every answer that does not fit. Only errors of the database are not refusals. */
const orRefused = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof Error && 'query' in error) throw error
    throw unfit()
  }
}
