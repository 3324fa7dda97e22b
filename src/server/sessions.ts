import { and, eq, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { Role } from '../contract/user.ts'
import type { Config } from './config.ts'
import { clearingOf, orderFor } from './device-orders.ts'
import type { SessionUser } from './endpoint.ts'
import { Refused } from './errors.ts'
import type { Faults } from './profile.ts'
import { hashOfSecret, newSecret } from './secrets.ts'
import { type Db, sessions, type Tx } from './store/core-tables.ts'
import { prepared } from './store/prepared.ts'
import { users } from './store/town-tables.ts'

/** An open session. */
export interface Session {
  user: SessionUser
  device: string | null
  /** The sign-in. */
  startedAt: Date
  /** The latest end. The session ends earlier when it is idle for too long. */
  expiresAt: Date
  tokenHash: string
}

/** `last_seen_at` is written at most this often, so that few reads cause a write. */
const SEEN_EVERY_MS = 60_000

/** The epoch changes with each restore, so that no session from before the restore stays valid. */
const townGeneration = sql`(select value from server_settings where name = 'session-generation')`

/** Opens a session and gives its token: 256 random bits. The database stores only the hash. */
export const openSession = async (
  db: Tx,
  userId: number,
  at: { now: Date; device: string | null; config: Config; faults: Faults },
): Promise<{ token: string; expiresAt: Date }> => {
  const expiresAt = new Date(at.now.getTime() + at.config.sessionSeconds * 1000)
  const secret = newSecret()
  const token = at.faults.readableTokens ? `${readablePart(userId, expiresAt)}.${secret}` : secret
  await db.insert(sessions).values({
    token_hash: hashOfSecret(token),
    user_id: userId,
    device: at.device,
    created_at: at.now,
    last_seen_at: at.now,
    expires_at: expiresAt,
    person_generation: sql`(select ${users.session_generation} from ${users} where ${users.id} = ${userId})`,
    town_generation: townGeneration,
  })
  return { token, expiresAt }
}

/** The session and user of a token, with only the fields that a request needs. */
const openSessionOf = prepared('session by token', (db, name) =>
  db
    .select({
      device: sessions.device,
      startedAt: sessions.created_at,
      lastSeenAt: sessions.last_seen_at,
      expiresAt: sessions.expires_at,
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      active: users.active,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.user_id), eq(users.session_generation, sessions.person_generation)))
    .where(
      and(
        eq(sessions.token_hash, sql.placeholder('tokenHash')),
        isNull(sessions.revoked_at),
        eq(sessions.town_generation, townGeneration),
      ),
    )
    .prepare(name),
)

/** The session of a request. 401 when there is none, it has ended, or its user may not sign in any more. */
export const readSession = async (
  db: Db,
  authorization: string | undefined,
  { now, config }: { now: Date; config: Config },
): Promise<Session> => {
  const token = /^Bearer ([\w.~+/=-]{1,2000})$/i.exec(authorization ?? '')?.[1]
  if (!token) throw signInFirst('Not authenticated')
  const tokenHash = hashOfSecret(token)
  const [row] = await openSessionOf(db).execute({ tokenHash })
  const refuse = async (detail: string) => signInFirst(detail, 'invalid_token', await orderFor(db, tokenHash, now))
  if (!row) throw await refuse('Could not validate credentials')
  const { id, email, name, role, device, startedAt, expiresAt } = row
  const idleSince = now.getTime() - row.lastSeenAt.getTime()
  if (expiresAt <= now || idleSince > config.sessionIdleSeconds * 1000)
    throw await refuse('The session has ended. Sign in again.')
  if (!row.active) throw await refuse('User is inactive')
  if (idleSince > SEEN_EVERY_MS)
    await db
      .update(sessions)
      .set({ last_seen_at: now })
      .where(and(eq(sessions.token_hash, tokenHash), lt(sessions.last_seen_at, now)))
  return { user: { id, email, name, role: Role.parse(role) }, device, startedAt, expiresAt, tokenHash }
}

/** Ends a session at once. */
export const endSession = (db: Db, tokenHash: string, now: Date) =>
  db.update(sessions).set({ revoked_at: now }).where(eq(sessions.token_hash, tokenHash))

/**
 * Throws 401 when the session was ended after its request began. For calls whose effect outlasts the session, once the
 * user is locked.
 */
export const assertNotEnded = async (tx: Tx, tokenHash: string | null): Promise<void> => {
  const isOpen = and(eq(sessions.token_hash, tokenHash ?? ''), isNull(sessions.revoked_at))
  if ((await tx.$count(sessions, isOpen)) === 0) throw signInFirst('Could not validate credentials', 'invalid_token')
}

/** Ends all sessions of a user at once, except `but`. */
export const endSessionsOf = (tx: Tx, userId: number, { now, but }: { now: Date; but?: string | null }) =>
  tx
    .update(sessions)
    .set({ revoked_at: now })
    .where(
      and(eq(sessions.user_id, userId), isNull(sessions.revoked_at), but ? ne(sessions.token_hash, but) : undefined),
    )

/**
 * Removes sessions that ended over a month ago. The audit log keeps who did what. A session stays while a lost phone
 * still has to be told to clear itself.
 */
export const forgetOldSessions = (db: Db, now: Date) =>
  db
    .delete(sessions)
    .where(
      and(
        lt(sessions.expires_at, sql`${now.toISOString()}::timestamptz - interval '30 days'`),
        notExists(clearingOf(db, sessions)),
      ),
    )

const signInFirst = (detail: string, error?: string, headers: Record<string, string> = {}) =>
  new Refused(401, detail, { 'WWW-Authenticate': error ? `Bearer error="${error}"` : 'Bearer', ...headers })

/** The fields that a client reads from a documented server's token. The secret takes the place of the signature. */
const readablePart = (userId: number, expiresAt: Date) =>
  [
    { alg: 'HS256', typ: 'JWT' },
    { sub: String(userId), exp: Math.floor(expiresAt.getTime() / 1000) },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
