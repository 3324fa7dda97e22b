import { fileURLToPath } from 'node:url'
import { and, eq, gt, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import { type Answer, KEYS_KEPT_DAYS } from '../../idempotency.ts'
import type { Db } from '../../store/core-tables.ts'
import { migrate } from '../../store/migrate.ts'
import { frontKeys, generations } from './key-tables.ts'

/** A stored key. */
export type KeyRow = typeof frontKeys.$inferSelect

/** A call that is about to be forwarded for the first time. */
type NewKey = Pick<KeyRow, 'who' | 'key' | 'request_hash' | 'call' | 'makes' | 'stood' | 'looked' | 'resource'>

/** The owner and the key. */
type Name = Pick<KeyRow, 'who' | 'key'>

/** The persistent state of a front. Every change is on disk when its promise resolves. */
export interface KeyStore {
  find(name: Name): Promise<KeyRow | undefined>
  /** Stores a new key as being forwarded. Returns the existing row if another request was first. */
  take(call: NewKey, now: Date): Promise<KeyRow | 'taken'>
  /** Sets a known key to being forwarded again, unless another request has done so since `row` was read. */
  takeAgain(row: KeyRow, changes: Partial<Pick<KeyRow, 'request_hash' | 'looked' | 'stood'>>): Promise<boolean>
  answered(name: Name, answer: Answer): Promise<void>
  /**
   * Marks the outcome as unknown. A change may still be carried out until `lateUntil`. Returns the number of the doubt;
   * undefined when another front has the call now.
   */
  unknown(name: Name, lateUntil: Date | null): Promise<number | undefined>
  /** Restores the former state of a key that was taken again, when nothing was sent. */
  putBack(row: KeyRow): Promise<void>
  /** Frees a key whose call was surely not carried out. */
  release(name: Name, now: Date): Promise<void>
  /**
   * Until when an unanswered change of the same resource under another key may still be carried out; null when there is
   * none.
   */
  lateUntil(resource: string, except: Name, now: Date): Promise<Date | null>
  /** Whether this process is forwarding it. */
  isOurs(row: KeyRow): boolean
  /** Marks the calls of dead fronts as unknown. */
  adopt(lateUntil: Date): Promise<void>
  forgetOld(now: Date): Promise<void>
  /** Rejects when the database does not answer. */
  ping(): Promise<unknown>
  close(): Promise<void>
}

const migrations = {
  folder: fileURLToPath(new URL('migrations', import.meta.url)),
  schema: 'front',
}

/** First half of the advisory lock of a living front; the second half is its generation. */
const ALIVE_LOCK = 7_340_513

/** Migrates the tables of a front. */
export const migrateKeys = (db: Db): Promise<void> => migrate(db, migrations)

/** Starts a generation of a front. It lasts as long as its connection. */
export const openKeyStore = async (db: Db, pool: pg.Pool, now: Date): Promise<KeyStore> => {
  const [made] = await db.insert(generations).values({ started_at: now }).returning()
  const generation = made?.id ?? 0
  const alive = new Alive(pool, generation)
  await alive.hold()
  /** Matches a call only while this front forwards it: another front may have adopted it. */
  const ours = (name: Name) => and(named(name), eq(frontKeys.generation, generation), eq(frontKeys.state, 'forwarding'))
  return {
    find: (name) => findKey(db, name),
    take: async (call, now) => {
      const row = { ...call, state: 'forwarding' as const, generation, doubts: 0, front_died: false, created_at: now }
      const taken = await db.insert(frontKeys).values(row).onConflictDoNothing().returning({ key: frontKeys.key })
      if (taken.length > 0) return 'taken'
      const there = await findKey(db, call)
      // The key was released in between. The caller asks again.
      if (!there) throw new Error('A key was released while it was taken')
      return there
    },
    takeAgain: async (row, changes) => {
      const put = {
        ...changes,
        state: 'forwarding' as const,
        generation,
        front_died: false,
        answer: null,
        headers: null,
      }
      const taken = await db.update(frontKeys).set(put).where(unchanged(row)).returning({ key: frontKeys.key })
      return taken.length > 0
    },
    answered: async (name, { status, body, headers }) => {
      const put = { state: 'answered' as const, status, answer: body, headers, stood: null }
      await db.update(frontKeys).set(put).where(ours(name))
    },
    unknown: async (name, lateUntil) => {
      const put = { state: 'unknown' as const, late_until: lateUntil, front_died: false, doubts: nextDoubt }
      const [row] = await db.update(frontKeys).set(put).where(ours(name)).returning({ doubts: frontKeys.doubts })
      return row?.doubts
    },
    putBack: async (row) => {
      const { state, looked, front_died, status, answer, headers } = row
      await db.update(frontKeys).set({ state, looked, front_died, status, answer, headers }).where(ours(row))
    },
    release: (name, now) => releaseKey(db, ours(name), now),
    lateUntil: (resource, except, now) => latestLateUntil(db, resource, { except, now }),
    isOurs: (row) => row.generation === generation,
    adopt: (lateUntil) => adoptKeys(db, generation, lateUntil),
    forgetOld: async (now) => {
      const kept = new Date(now.getTime() - KEYS_KEPT_DAYS * 86_400_000)
      await db.delete(frontKeys).where(lt(frontKeys.created_at, kept))
    },
    ping: () => db.execute(sql`select 1`),
    close: async () => alive.end(),
  }
}

const named = ({ who, key }: Name) => and(eq(frontKeys.who, who), eq(frontKeys.key, key))

/** A refusal deletes the row and its count, so the number must also be above the last doubt that was looked into. */
const nextDoubt = sql`greatest(doubts, looked) + 1`

/** Matches the row only as long as no other request has taken it since it was read. */
const unchanged = (row: KeyRow) =>
  and(
    named(row),
    eq(frontKeys.state, row.state),
    eq(frontKeys.generation, row.generation),
    eq(frontKeys.looked, row.looked),
    eq(frontKeys.doubts, row.doubts),
  )

const findKey = async (db: Db, name: Name): Promise<KeyRow | undefined> => {
  const [row] = await db.select().from(frontKeys).where(named(name))
  return row
}

const releaseKey = async (db: Db, call: SQL | undefined, now: Date): Promise<void> => {
  // An earlier attempt may still be carried out, so `late_until` stays stored.
  const isOver = or(sql`${frontKeys.late_until} is null`, lt(frontKeys.late_until, now))
  const gone = await db.delete(frontKeys).where(and(call, isOver)).returning({ key: frontKeys.key })
  if (gone.length === 0) await db.update(frontKeys).set({ state: 'free' }).where(call)
}

const latestLateUntil = async (
  db: Db,
  resource: string,
  { except, now }: { except: Name; now: Date },
): Promise<Date | null> => {
  const [row] = await db
    .select({ until: sql<string | null>`max(${frontKeys.late_until})` })
    .from(frontKeys)
    .where(
      and(
        eq(frontKeys.resource, resource),
        gt(frontKeys.late_until, now),
        or(ne(frontKeys.who, except.who), ne(frontKeys.key, except.key)),
      ),
    )
  return row?.until ? new Date(row.until) : null
}

const adoptKeys = async (db: Db, generation: number, lateUntil: Date): Promise<void> => {
  await db.execute(sql`
    update front.keys set state = 'unknown', front_died = true, doubts = ${nextDoubt},
      late_until = case when makes then null else ${lateUntil.toISOString()}::timestamptz end
    where state = 'forwarding' and generation <> ${generation} and not exists (
      select from pg_locks where locktype = 'advisory' and classid = ${ALIVE_LOCK} and objid = generation
        and database = (select oid from pg_database where datname = current_database()) and granted)`)
}

/** Delay before a broken connection is opened again. */
const HOLD_AGAIN_MS = 1000

/** The lock of a living front. Other fronts on the same database notice when it is gone. */
class Alive {
  #pool: pg.Pool
  #generation: number
  #client: pg.PoolClient | null = null
  #ended = false

  constructor(pool: pg.Pool, generation: number) {
    this.#pool = pool
    this.#generation = generation
  }

  async hold(): Promise<void> {
    const client = await this.#pool.connect()
    this.#client = client
    client.once('error', () => {
      // After `end` the pool owns the connection, which may still break.
      if (this.#client !== client) return
      this.#client = null
      client.release(true)
      this.#holdAgain()
    })
    await client.query('select pg_advisory_lock_shared($1, $2)', [ALIVE_LOCK, this.#generation])
  }

  #holdAgain(): void {
    if (this.#ended) return
    setTimeout(() => {
      if (this.#ended || this.#client) return
      this.hold().catch(() => this.#holdAgain())
    }, HOLD_AGAIN_MS).unref()
  }

  end(): void {
    this.#ended = true
    // The lock ends with the connection.
    this.#client?.release(true)
    this.#client = null
  }
}
