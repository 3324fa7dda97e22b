import { and, eq, exists, gt, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { deviceOrderHeader } from '../contract/device-order.ts'
import type { CallContext } from './endpoint.ts'
import { type Db, deviceHeartbeats, sessions, type Tx } from './store/core-tables.ts'
import { deviceOrders } from './store/office-tables.ts'

/** Orders to clear the device of a session that began before the order. */
export const clearingOf = (db: Db, session: typeof sessions) =>
  db
    .select({ one: sql`1` })
    .from(deviceOrders)
    .where(
      and(
        eq(deviceOrders.user_id, session.user_id),
        eq(deviceOrders.device, session.device),
        eq(deviceOrders.clears, true),
        gt(deviceOrders.ordered_at, session.created_at),
      ),
    )

/**
 * Headers for the refusal of an ended session: the order to clear the device, if there is one. It is repeated each
 * time, because nobody knows whether an answer arrives.
 */
export const orderFor = async (db: Db, tokenHash: string, now: Date): Promise<Record<string, string>> => {
  const [found] = await db
    .select({ user_id: sessions.user_id, device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.token_hash, tokenHash), exists(clearingOf(db, sessions))))
  if (!found?.device) return {}
  await db
    .update(deviceOrders)
    // A request may have begun before the order that it is answered with.
    .set({ told_at: sql`greatest(${deviceOrders.ordered_at}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(eq(deviceOrders.user_id, found.user_id), eq(deviceOrders.device, found.device), isNull(deviceOrders.told_at)),
    )
  return { [deviceOrderHeader]: 'clear' }
}

/**
 * A device that reports again with a newer session is in use again. An order that was made while the report was on its
 * way stays: it is for the session that sent it.
 */
export const endOrder = (db: Tx, user_id: number, device: string, signedInAt: Date) =>
  db
    .delete(deviceOrders)
    .where(
      and(eq(deviceOrders.user_id, user_id), eq(deviceOrders.device, device), lte(deviceOrders.ordered_at, signedInAt)),
    )

type Asking = Pick<CallContext, 'tx' | 'now' | 'user' | 'caller'>

/**
 * Takes a device from the list and ends its sessions: it is in the list again after the next sign-in there. An order to
 * clear it stays, in case it is found.
 */
export const removeDevice = async (ask: Asking, { user_id, device }: { user_id: number; device: string }) => {
  await endSessions(ask, user_id, device)
  await ask.tx
    .delete(deviceHeartbeats)
    .where(and(eq(deviceHeartbeats.user_id, user_id), eq(deviceHeartbeats.device, device)))
}

/** Signs a person out on one device or on all, except in the asking session. */
export const signOutDevice = async (
  ask: Asking,
  { user_id, device, clear }: { user_id: number; device: string | null; clear: boolean },
): Promise<void> => {
  const { tx, now, user, caller } = ask
  await endSessions(ask, user_id, device)
  const named = device === null ? await devicesOf(tx, user_id) : [device]
  // Never the device of the person who is asking.
  const names = named.filter((name) => user_id !== user.id || name !== caller.device)
  // Only a sign-out that names the device withdraws an order to clear it: all devices may include a lost one. The order
  // keeps its time, so that it never clears a device for a session that began after it.
  const setWhere = device === null && !clear ? eq(deviceOrders.clears, false) : undefined
  const order = { clears: clear, ordered_at: now, ordered_by: user.id, told_at: null }
  if (names.length === 0) return
  await tx
    .insert(deviceOrders)
    .values(names.map((name) => ({ user_id, device: name, ...order })))
    .onConflictDoUpdate({ target: [deviceOrders.user_id, deviceOrders.device], set: order, setWhere })
}

/** Ends a person's sessions on one device or on all, except the asking session. */
const endSessions = async ({ tx, now, caller }: Asking, user_id: number, device: string | null): Promise<void> => {
  const others = caller.tokenHash === null ? undefined : ne(sessions.token_hash, caller.tokenHash)
  const there = device === null ? undefined : eq(sessions.device, device)
  await tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(and(eq(sessions.user_id, user_id), isNull(sessions.revoked_at), there, others))
}

/** All devices on which the person was signed in. */
const devicesOf = async (tx: Tx, userId: number): Promise<string[]> => {
  const used = await tx
    .selectDistinct({ device: sessions.device })
    .from(sessions)
    .where(and(eq(sessions.user_id, userId), isNotNull(sessions.device)))
  const heard = await tx
    .select({ device: deviceHeartbeats.device })
    .from(deviceHeartbeats)
    .where(eq(deviceHeartbeats.user_id, userId))
  return [...new Set([...used, ...heard].flatMap((it) => it.device ?? []))]
}
