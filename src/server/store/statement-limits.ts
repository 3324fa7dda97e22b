import type pg from 'pg'
import { learnWhose } from './own-connection.ts'

/**
 * Time limits of the database for a request, in milliseconds. A request that takes longer is rolled back and may be
 * sent again.
 */
export const databaseTimeouts = {
  /** For a row that somebody else is changing. */
  lockMs: 5_000,
  /** For a single statement; longer than a second sending waits for the first. */
  statementMs: 15_000,
  /** For an idle transaction: a hanging process must not keep its locks. */
  idleMs: 30_000,
}

/** Lifts the limits that a town has set for its role, for one transaction of a command, which may take hours. */
export const liftLimits = (client: pg.ClientBase) =>
  client.query(
    'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
  )

/**
 * Sets these limits on every connection that serves requests. Call it after the migrations, which may take longer, and
 * before the first request. Commands have no such limits.
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
  const limitAndRelease = async (client: pg.PoolClient) => {
    try {
      await limit(client)
    } catch (error) {
      client.release(error instanceof Error ? error : true)
      throw error
    }
    client.release()
  }
  pool.options.onConnect = limit
  // The connections opened during the start, all at once so that none is taken twice.
  const taken = await Promise.allSettled(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const open = taken.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
  // All are released, whatever happens to one of them: a pool with one that is still taken never ends.
  const limited = await Promise.allSettled(open.map(limitAndRelease))
  const failed = [...taken, ...limited].find((it) => it.status === 'rejected')
  if (failed) throw failed.reason
}
