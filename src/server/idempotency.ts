import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { parseItem } from 'structured-headers'
import { keyUsedDetail } from '../contract/sync.ts'
import type { AuditLine } from './audit.ts'
import { hasSqlState, Refused } from './errors.ts'
import { auditLog, type Db, idempotencyKeys, type Tx } from './store/core-tables.ts'

/** A device that returns after a winter still gets its old answer. */
export const KEYS_KEPT_DAYS = 400

/** How long a second sending waits for the first before it is told to come back. */
const WAIT_SECONDS = 10

/** An answer, ready to be sent or kept. */
export interface Answer {
  status: number
  body: Buffer
  headers: Record<string, string>
}

/** One unsafe call under its key. */
interface KeyedCall {
  userId: number
  key: string
  hash: string
  /** The call's id in the inventory, part B. */
  call: string
  now: Date
}

/**
 * The Idempotency-Key of a request: a structured-field string ("…") or a bare token, 1 to 255 printable characters.
 * Null without one; 400 for anything else.
 */
export const readKey = (header: string | undefined): string | null => {
  if (header === undefined) return null
  const key = /^[\w.:+/=-]+$/.test(header.trim()) ? header.trim() : stringItem(header)
  if (key && key.length <= 255 && /^[\x20-\x7e]+$/.test(key)) return key
  throw new Refused(400, 'Idempotency-Key is not a string of 1 to 255 characters')
}

const stringItem = (header: string): string | null => {
  try {
    const [value] = parseItem(header)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** The result of a call: its answer, and its line in the audit log; no line if nothing was changed. */
export interface Effect {
  answer: Answer
  line: AuditLine | null
}

/**
 * Runs the effect once for each user and key, in the transaction `tx`. The first sending stores its answer with its
 * effect, and a second one gets that answer (`replayed`). Another request under the same key is 422. A second sending
 * waits for a first one in progress, and gets 409 if that takes too long. A refusal leaves no trace, so the request
 * may be corrected and sent again under the same key.
 */
export const once = async (
  tx: Tx,
  call: KeyedCall,
  effect: () => Promise<Effect>,
): Promise<{ answer: Answer; replayed: boolean }> => {
  const kept = await keptAnswer(tx, call)
  if (kept) {
    if (kept.request_hash !== call.hash) throw new Refused(422, keyUsedDetail)
    return { answer: { status: kept.status, body: kept.answer, headers: kept.headers }, replayed: true }
  }
  const { answer, line } = await effect()
  if (answer.status >= 300) {
    if (line) await tx.insert(auditLog).values(line)
    return { answer, replayed: false }
  }
  const row = {
    user_id: call.userId,
    key: call.key,
    request_hash: call.hash,
    call: call.call,
    status: answer.status,
    answer: answer.body,
    headers: answer.headers,
    created_at: call.now,
  }
  if (!line) await tx.insert(idempotencyKeys).values(row)
  else {
    // Both in one statement, because every round trip to the database counts when a phone sends hundreds of entries.
    const logged = tx.$with('logged').as(tx.insert(auditLog).values(line).returning({ id: auditLog.id }))
    await tx.with(logged).insert(idempotencyKeys).values(row)
  }
  return { answer, replayed: false }
}

/** Whether an answer is stored for this key. Then the request's files are not checked again. */
export const isKept = async (db: Db, userId: number, key: string | null): Promise<boolean> =>
  key !== null &&
  (await db.$count(idempotencyKeys, and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, key)))) > 0

/** Which of the keys this person's carried-out calls had. */
export const keptKeys = async (db: Tx, userId: number, keys: readonly string[]): Promise<string[]> => {
  const { key, user_id } = idempotencyKeys
  const rows = await db
    .select({ key })
    .from(idempotencyKeys)
    .where(and(eq(user_id, userId), inArray(key, [...keys])))
  return rows.map((it) => it.key)
}

/** Deletes keys that no device can still repeat. */
export const forgetOldKeys = (db: Db, now: Date) =>
  db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.created_at, new Date(now.getTime() - KEYS_KEPT_DAYS * 86_400_000)))

type KeptRow = Pick<typeof idempotencyKeys.$inferSelect, 'request_hash' | 'status' | 'answer' | 'headers'>

/** One at a time for each user and key. The lock ends with the transaction, even if the process dies. */
const keptAnswer = async (tx: Tx, { userId, key }: KeyedCall): Promise<KeptRow | undefined> => {
  try {
    const found = await tx.execute<KeptRow & Record<string, unknown>>(
      sql`select request_hash, status, answer, headers from kept_answer(${userId}::int, ${key}, ${WAIT_SECONDS}::int)`,
    )
    return found.rows[0]
  } catch (error) {
    if (hasSqlState(error, '55P03'))
      throw new Refused(409, 'The same request is still under way', { 'Retry-After': '5' })
    throw error
  }
}
