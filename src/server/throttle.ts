import { eq, inArray, lt, or, sql } from 'drizzle-orm'
import { codeHeader } from '../contract/session.ts'
import type { Config } from './config.ts'
import { Refused } from './errors.ts'
import { type Db, signInAttempts, type Tx } from './store/core-tables.ts'

/**
 * An office shares one address, so it may fail more often than one person. So may a name that is tried from
 * everywhere.
 */
const ADDRESS_FACTOR = 10
const NAME_FACTOR = 5

/** A sign-in before its password is checked. */
interface Attempt {
  email: string
  /** The caller's network address. */
  from: string
  /** Identifies the person's own device or code (`knownDevice`); null for any other. */
  device: string | null
}

/**
 * Counts the attempt before the password is checked, with one statement for each counter, so that parallel attempts
 * cannot slip through. Throws 429 with Retry-After once a window is full; the window ends by itself. A device on which
 * the person has signed in before has its own counter, which no stranger can fill. All others share the account's
 * counter. A caller that is already refused does not raise it, so one place alone cannot fill it.
 */
export const countAttempt = async (db: Db, attempt: Attempt, now: Date, config: Config): Promise<void> => {
  const { limit } = config.wrongPasswords
  const counters =
    attempt.device === null
      ? [
          { scope: pairOf(attempt), most: limit, words: here },
          { scope: placeOf(attempt), most: limit * ADDRESS_FACTOR, words: here },
          { scope: nameOf(attempt), most: limit * NAME_FACTOR, words: elsewhere },
        ]
      : [{ scope: ownOf(attempt.device), most: limit, words: here }]
  for (const counter of counters) await countIn(db, { ...counter, takesCode: true }, now, config)
}

/** The same for a password that a signed-in person must enter: nobody else can fill this counter. */
export const countOwnAttempt = (db: Db, userId: number, now: Date, config: Config): Promise<void> => {
  const counter = { scope: signedInScope(userId), most: config.wrongPasswords.limit, takesCode: false, words: signedIn }
  return countIn(db, counter, now, config)
}

/** A sign-in begun elsewhere, for which the database must store something for some minutes. */
export const countBegun = (db: Db, from: string, now: Date, config: Config): Promise<void> => {
  const most = config.wrongPasswords.limit * ADDRESS_FACTOR
  return countIn(db, { scope: begunAt(from), most, takesCode: false, words: tooOften }, now, config)
}

/** A completed sign-in takes its start back: nothing is stored for it any more, and a whole office shares one address. */
export const forgiveBegun = (db: Db, from: string) => takeBack(db, [begunAt(from)])

/** A correct password takes its attempt back: the person's counter is cleared, the shared ones lose one. */
export const forgiveAttempt = async (db: Db, attempt: Attempt): Promise<void> => {
  if (attempt.device !== null) {
    await db.delete(signInAttempts).where(eq(signInAttempts.scope, ownOf(attempt.device)))
    return
  }
  await db.delete(signInAttempts).where(eq(signInAttempts.scope, pairOf(attempt)))
  await takeBack(db, [nameOf(attempt), placeOf(attempt)])
}

const takeBack = (db: Db, scopes: string[]) =>
  db
    .update(signInAttempts)
    .set({ wrong: sql`greatest(${signInAttempts.wrong} - 1, 0)` })
    .where(inArray(signInAttempts.scope, scopes))

export const forgiveOwnAttempts = (db: Db, userId: number) =>
  db.delete(signInAttempts).where(eq(signInAttempts.scope, signedInScope(userId)))

/** After a new password was set, attempts on the old one no longer count, also on the person's own devices. */
export const forgetAttemptsOn = (tx: Tx, { id, email }: { id: number; email: string }) =>
  tx
    .delete(signInAttempts)
    .where(
      or(
        inArray(signInAttempts.scope, [nameOf({ email }), signedInScope(id)]),
        sql`starts_with(${signInAttempts.scope}, ${pairOf({ email, from: '' })})`,
        sql`starts_with(${signInAttempts.scope}, ${ownOf(`${id} `)})`,
      ),
    )

/** Windows that are over are useless. */
export const forgetOldAttempts = (db: Db, now: Date) =>
  db.delete(signInAttempts).where(lt(signInAttempts.window_ends_at, now))

interface Counter {
  scope: string
  most: number
  /** Whether a sign-in code lets the person in all the same. */
  takesCode: boolean
  words(minutes: string, config: Config): string
}

const countIn = async (
  db: Db,
  { scope, most, takesCode, words }: Counter,
  now: Date,
  config: Config,
): Promise<void> => {
  const seconds = await secondsOver(db, { scope, most, windowMs: config.wrongPasswords.windowSeconds * 1000 }, now)
  if (seconds === null) return
  const minutes = Math.ceil(seconds / 60)
  throw new Refused(429, words(minutes === 1 ? '1 minute' : `${minutes} minutes`, config), {
    'Retry-After': String(seconds),
    // The app shows a field for a code because of this header.
    ...(takesCode ? { [codeHeader]: 'taken' } : {}),
  })
}

/**
 * Counts one more in one statement, so that parallel calls cannot slip through. Returns null while the window has no
 * more than `most`, else the seconds until it opens again.
 */
export const secondsOver = async (
  db: Db | Tx,
  { scope, most, windowMs }: { scope: string; most: number; windowMs: number },
  now: Date,
): Promise<number | null> => {
  const ends = new Date(now.getTime() + windowMs)
  const fresh = sql`${signInAttempts.window_ends_at} <= ${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(signInAttempts)
    .values({ scope, wrong: 1, window_ends_at: ends })
    .onConflictDoUpdate({
      target: signInAttempts.scope,
      set: {
        wrong: sql`case when ${fresh} then 1 else ${signInAttempts.wrong} + 1 end`,
        window_ends_at: sql`case when ${fresh} then excluded.window_ends_at else ${signInAttempts.window_ends_at} end`,
      },
    })
    .returning()
  if (!row || row.wrong <= most) return null
  return Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000))
}

const here = (minutes: string) =>
  `Too many wrong passwords. Try again in ${minutes}, or sign in with a sign-in code from an administrator.`

const elsewhere = (minutes: string) =>
  'Somebody has tried many wrong passwords for this account. To protect it, devices on which it was never used ' +
  `have to wait ${minutes}. You can sign in now on a device that you have signed in on before, or with a ` +
  'sign-in code from an administrator.'

const tooOften = (minutes: string) => `Signing in was begun too often from here. Try again in ${minutes}.`

const signedIn = (minutes: string) => `Too many wrong passwords. Try again in ${minutes}.`

const pairOf = ({ email, from }: Pick<Attempt, 'email' | 'from'>) => `pair:${email.toLowerCase().slice(0, 320)} ${from}`

const nameOf = ({ email }: Pick<Attempt, 'email'>) => `email:${email.toLowerCase().slice(0, 320)}`

const placeOf = ({ from }: Pick<Attempt, 'from'>) => `from:${from}`

const begunAt = (from: string) => `begun:${from}`

const ownOf = (device: string) => `device:${device}`

const signedInScope = (userId: number) => `signed-in:${userId}`
