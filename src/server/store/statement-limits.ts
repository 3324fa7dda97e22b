import type pg from 'pg'
import { learnWhose } from './own-connection.ts'

/** How long the database may take over a request, in milliseconds; what takes longer is rolled back and may come again. */
export const databaseTimeouts = {
  /** For a row that somebody else is changing. */
  lockMs: 5_000,
  /** For a single statement; longer than a second sending waits for the first. */
  statementMs: 15_000,
  /** For a transaction in which nothing happens: a process that hangs must not keep its locks. */
  idleMs: 30_000,
}

/**
 * Gives every connection that serves requests these limits. To be called when migrations are done, which may take
 * longer, and before the first request; commands have no such limits.
 */
export const limitStatements = async (
  pool: pg.Pool,
  { lockMs, statementMs, idleMs } = databaseTimeouts,
): Promise<void> => {
  const limit = async (client: pg.ClientBase) => {
    await client.query(
      `set lock_timeout = ${lockMs}; set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleMs}`,
    )
    await learnWhose(client)
  }
  pool.options.onConnect = limit
  // Those that the start has opened, all at once so that none is taken twice.
  const open = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of open) {
    await limit(client)
    client.release()
  }
}
