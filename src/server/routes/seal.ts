import { sync } from '../../contract/sync.ts'
import { type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { sealKeyOf, unwrapFor } from '../seal-key.ts'
import { auditLog, type Db, type Tx } from '../store/core-tables.ts'
import { secondsOver } from '../throttle.ts'

/** The limit per person: people open a few sealed copies, a script that tries others' would open many. */
const UNSEALS_PER_HOUR = 30

/**
 * Work that devices sealed at sign-out. Neither call stores its answer under a key, because the answer must not be kept
 * anywhere.
 */
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
      // Every attempt is logged, without the wrapped key.
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

/** Counts an attempt before anything is decrypted. Throws 429. */
const countUnseal = async (db: Db | Tx, userId: number, now: Date): Promise<void> => {
  const counter = { scope: `unseal:${userId}`, most: UNSEALS_PER_HOUR, windowMs: 3_600_000 }
  const seconds = await secondsOver(db, counter, now)
  if (seconds === null) return
  throw new Refused(429, 'Sealed work was opened too often within an hour. Try again later.', {
    'Retry-After': String(seconds),
  })
}
