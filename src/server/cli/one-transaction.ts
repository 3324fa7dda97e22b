import type pg from 'pg'
import { liftLimits } from '../store/statement-limits.ts'

/** Runs `act` in one transaction; a failure rolls it back. */
export async function inOneTransaction<Result>(client: pg.ClientBase, act: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await liftLimits(client)
    const result = await act()
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that is gone must not hide the reason.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
