import { inArray, lt, sql } from 'drizzle-orm'
import type { Config } from './config.ts'
import { Refused } from './errors.ts'
import { type Db, signInAttempts } from './store/core-tables.ts'

/** An office shares one address, so it may err more often than one person; a name tried from everywhere, too. */
const ADDRESS_FACTOR = 10
const NAME_FACTOR = 5

/** A sign-in that is about to be tried. */
export interface Attempt {
  email: string
  /** The network address that asks. */
  from: string
}

/**
 * Counts the attempt before the password is looked at, in one statement per counter, so that attempts in parallel
 * cannot slip through. Throws 429 with Retry-After once a window is full; it opens again by itself.
 */
export const countAttempt = async (db: Db, attempt: Attempt, now: Date, config: Config): Promise<void> => {
  const { limit, windowSeconds } = config.wrongPasswords
  const limits: [string, number][] = [
    [pairOf(attempt), limit],
    [nameOf(attempt), limit * NAME_FACTOR],
    [`from:${attempt.from}`, limit * ADDRESS_FACTOR],
  ]
  const ends = new Date(now.getTime() + windowSeconds * 1000)
  const over: Date[] = []
  for (const [scope, most] of limits) {
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
    if (row && row.wrong > most) over.push(row.window_ends_at)
  }
  if (over.length === 0) return
  const seconds = Math.max(1, ...over.map((end) => Math.ceil((end.getTime() - now.getTime()) / 1000)))
  throw new Refused(429, `Too many wrong passwords. Try again in ${Math.ceil(seconds / 60)} minutes.`, {
    'Retry-After': String(seconds),
  })
}

/** A right password takes its attempt back: the person's counter is empty, the shared ones lose one. */
export const forgiveAttempt = async (db: Db, attempt: Attempt): Promise<void> => {
  await db.delete(signInAttempts).where(inArray(signInAttempts.scope, [pairOf(attempt)]))
  await db
    .update(signInAttempts)
    .set({ wrong: sql`greatest(${signInAttempts.wrong} - 1, 0)` })
    .where(inArray(signInAttempts.scope, [nameOf(attempt), `from:${attempt.from}`]))
}

/** Windows that are over say nothing any more. */
export const forgetOldAttempts = (db: Db, now: Date) =>
  db.delete(signInAttempts).where(lt(signInAttempts.window_ends_at, now))

const pairOf = ({ email, from }: Attempt) => `pair:${email.toLowerCase().slice(0, 320)} ${from}`

const nameOf = ({ email }: Attempt) => `email:${email.toLowerCase().slice(0, 320)}`
