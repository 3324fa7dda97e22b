import { and, lt, or, sql } from 'drizzle-orm'
import { KEYS_KEPT_DAYS } from './idempotency.ts'
import { type Db, deviceHeartbeats } from './store/core-tables.ts'

/** How long the office sees a phone that was last heard of when it held nothing unsent. */
const EMPTY_KEPT_DAYS = 90

/**
 * Removes reports of phones that are not in use any more. One that held unsent work stays for as long as its work could
 * still be told from work that has arrived.
 */
export const forgetOldReports = (db: Db, now: Date) => {
  const { received_at, body } = deviceHeartbeats
  const before = (days: number) => lt(received_at, new Date(now.getTime() - days * 86_400_000))
  // The contract allows larger figures than an integer: one such report must not stop the removal of all.
  const of = (count: string) => sql`(${body} ->> ${count})::bigint`
  const holdsNothing = sql`${of('waiting')} + ${of('needsYou')} + ${of('photosWaiting')} = 0`
  return db.delete(deviceHeartbeats).where(or(before(KEYS_KEPT_DAYS), and(before(EMPTY_KEPT_DAYS), holdsNothing)))
}
