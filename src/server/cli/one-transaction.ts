import type pg from 'pg'

/** Runs `act` in one transaction; a failure rolls it back. */
export async function inOneTransaction<Result>(client: pg.ClientBase, act: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    const result = await act()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
