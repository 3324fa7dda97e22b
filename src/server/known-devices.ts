import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { Refused } from './errors.ts'
import { lockUser } from './lock-user.ts'
import { hashOfSecret, newSecret, secretInCookie } from './secrets.ts'
import { type Db, knownDevices, type Tx } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'

/** The cookie with the secret of a device. */
const DEVICE_COOKIE = 'codesoft-device'

/** Known devices of one person. The least recently used one is removed for a new one. */
const DEVICES_OF_ONE = 10
/** A device without a sign-in for this long is removed. No browser keeps a cookie longer. */
const DEVICE_SECONDS = 400 * 24 * 3600
const CODE_SECONDS = 30 * 60
/** No I, L, O and U, which are easily misread. 12 characters are 60 random bits. */
const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a caller presents as proof of a known device or of an administrator's code. */
interface Shown {
  /** The secret in the device's cookie. */
  deviceSecret: string | null
  /** The code that the person typed. */
  signInCode: string | null
}

/** A device or code of this person, and the name of its own counter of wrong passwords. */
interface KnownDevice {
  counter: string
  codeHash: string | null
}

/**
 * The code that was made for the person, or else their device that the secret belongs to: the code also opens a device
 * whose own counter is full.
 */
export const knownDevice = async (
  db: Db,
  userId: number,
  { deviceSecret, signInCode }: Shown,
  now: Date,
): Promise<KnownDevice | null> => {
  const shown = [deviceSecret && hashOfSecret(deviceSecret), signInCode && hashOfSecret(codeIn(signInCode))].filter(
    (it) => it !== null,
  )
  if (shown.length === 0) return null
  const [row] = await db
    .select({ hash: knownDevices.secret_hash, isCode: knownDevices.is_code })
    .from(knownDevices)
    .innerJoin(
      users,
      and(eq(users.id, knownDevices.user_id), eq(users.session_generation, knownDevices.person_generation)),
    )
    .where(
      and(eq(knownDevices.user_id, userId), inArray(knownDevices.secret_hash, shown), gt(knownDevices.expires_at, now)),
    )
    .orderBy(desc(knownDevices.is_code))
    .limit(1)
  return row ? { counter: `${userId} ${row.hash}`, codeHash: row.isCode ? row.hash : null } : null
}

/**
 * Remembers the device for this person after a sign-in and returns its secret. A shared tablet has one secret for all
 * who sign in on it. A secret that this server did not issue is replaced.
 */
export const rememberDevice = async (db: Db, userId: number, shown: string | null, now: Date): Promise<string> => {
  const secret = shown !== null && (await isDevice(db, shown)) ? shown : newSecret()
  const expires_at = new Date(now.getTime() + DEVICE_SECONDS * 1000)
  await db
    .insert(knownDevices)
    .values({ ...bornOf(userId, secret, now), is_code: false, expires_at })
    .onConflictDoUpdate({
      target: [knownDevices.user_id, knownDevices.secret_hash],
      set: { last_used_at: now, expires_at, person_generation: generationOf(userId) },
    })
  const kept = db
    .select({ hash: knownDevices.secret_hash })
    .from(knownDevices)
    .where(and(eq(knownDevices.user_id, userId), eq(knownDevices.is_code, false)))
    .orderBy(desc(knownDevices.last_used_at))
    .offset(DEVICES_OF_ONE)
  await db.delete(knownDevices).where(and(eq(knownDevices.user_id, userId), inArray(knownDevices.secret_hash, kept)))
  return secret
}

/**
 * Makes a code with which the person can sign in on a new device while the account is under attack. Only the last code
 * is valid.
 */
export const makeSignInCode = async (tx: Tx, userId: number, now: Date): Promise<{ code: string; expiresAt: Date }> => {
  const letters = Array.from({ length: 12 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  const expiresAt = new Date(now.getTime() + CODE_SECONDS * 1000)
  // Two calls at once would leave two codes.
  await lockUser(tx, userId)
  await tx.delete(knownDevices).where(and(eq(knownDevices.user_id, userId), eq(knownDevices.is_code, true)))
  await tx.insert(knownDevices).values({ ...bornOf(userId, letters, now), is_code: true, expires_at: expiresAt })
  return { code: letters.replace(/(.{4})(?=.)/g, '$1-'), expiresAt }
}

/** Removes the code: each is valid for one sign-in. Throws 409 when another sign-in has just used it. */
export const consumeCode = async (db: Db, userId: number, codeHash: string): Promise<void> => {
  const isCode = and(eq(knownDevices.user_id, userId), eq(knownDevices.secret_hash, codeHash))
  if ((await db.delete(knownDevices).where(isCode)).rowCount === 0)
    throw new Refused(409, 'This sign-in code was used already. Ask for another one.')
}

export const forgetOldDevices = (db: Db, now: Date) => db.delete(knownDevices).where(lt(knownDevices.expires_at, now))

/** The Set-Cookie header; `isSecure` when the town is reached by https. */
export const deviceCookie = (secret: string, isSecure: boolean): string =>
  `${DEVICE_COOKIE}=${secret}; Path=/api; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`

/** The secret in a request's cookies, if it has the right form. */
export const deviceSecretIn = (cookies: string | undefined): string | null => secretInCookie(cookies, DEVICE_COOKIE)

const isDevice = async (db: Db, secret: string) =>
  (await db.$count(
    knownDevices,
    and(eq(knownDevices.secret_hash, hashOfSecret(secret)), eq(knownDevices.is_code, false)),
  )) > 0

const bornOf = (userId: number, secret: string, now: Date) => ({
  user_id: userId,
  secret_hash: hashOfSecret(secret),
  person_generation: generationOf(userId),
  created_at: now,
  last_used_at: now,
})

const generationOf = (userId: number) =>
  sql`(select ${users.session_generation} from ${users} where ${users.id} = ${userId})`

/** The code in its original form, however it was typed. */
const codeIn = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 40)
