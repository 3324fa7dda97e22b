import type pg from 'pg'

/** Does all of it, or nothing: what fails is undone. */
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
