import type pg from 'pg'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { databaseTimeouts } from '../../src/server/store/statement-limits.ts'

/**
 * Waits until so many statements of this town wait for a lock. Other towns have their databases on the same server, and
 * their statements wait too.
 */
export const lockWaits = (pool: pg.Pool, count: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0]?.n).toBe(count)
    },
    { timeout: 20_000 },
  )

/** In the file that calls this, a busy machine does not end a statement that the test itself holds up. */
export function holdLocksLong(): void {
  const usual = { ...databaseTimeouts }
  beforeAll(() => void Object.assign(databaseTimeouts, { lockMs: 60_000, statementMs: 60_000, idleMs: 60_000 }))
  afterAll(() => void Object.assign(databaseTimeouts, usual))
}
