import { sql } from 'drizzle-orm'
import { sync } from '../../contract/sync.ts'
import { type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { sealKeyOf, unwrapFor } from '../seal-key.ts'
import { auditLog, type Db, signInAttempts, type Tx } from '../store/core-tables.ts'

/** A person opens a few sealed copies at the most; a script that tries others' would ask more often. */
const UNSEALS_PER_HOUR = 30

/** Work that devices sealed at sign-out. Neither call remembers a key of the request: its answer must lie nowhere. */
export const sealRoutes: readonly Route[] = [
  route(sync.sealKey, async ({ tx }) => {
    const { keyId, publicKey } = await sealKeyOf(tx)
    return { keyId, publicKey }
  }),

  {
    ...route(sync.unseal, async ({ body, user, caller, tx: db, now }) => {
      await countUnseal(db, user.id, now)
      const town = await sealKeyOf(db)
      const key = town.keyId === body.keyId ? unwrapFor(town, user.id, body.wrapped) : null
      // Written down whatever comes of it; the wrapped key itself is not.
      await db.insert(auditLog).values({
        user_id: user.id,
        call: sync.unseal.id,
        path: '/api/sync/unseal',
        device: caller.device,
        received_at: now,
        status: key === null ? 422 : 200,
      })
      if (key === null) throw new Refused(422, 'This was not sealed for you by this town.')
      return { key }
    }),
    ownTransaction: true,
  },
]

/** Counted in one statement before anything is opened, so that calls in parallel cannot slip through. Throws 429. */
const countUnseal = async (db: Db | Tx, userId: number, now: Date): Promise<void> => {
  const isOver = sql`${signInAttempts.window_ends_at} <= ${now.toISOString()}::timestamptz`
  const [row] = await db
    .insert(signInAttempts)
    .values({ scope: `unseal:${userId}`, wrong: 1, window_ends_at: new Date(now.getTime() + 3_600_000) })
    .onConflictDoUpdate({
      target: signInAttempts.scope,
      set: {
        wrong: sql`case when ${isOver} then 1 else ${signInAttempts.wrong} + 1 end`,
        window_ends_at: sql`case when ${isOver} then excluded.window_ends_at else ${signInAttempts.window_ends_at} end`,
      },
    })
    .returning()
  if (!row || row.wrong <= UNSEALS_PER_HOUR) return
  const seconds = Math.max(1, Math.ceil((row.window_ends_at.getTime() - now.getTime()) / 1000))
  throw new Refused(429, 'Sealed work was opened too often within an hour. Try again later.', {
    'Retry-After': String(seconds),
  })
}
