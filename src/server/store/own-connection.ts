import type pg from 'pg'

/**
 * Connections that nobody else uses between two of our statements. Only there may the database be asked for a plan that
 * it keeps under a name: a pooler that shares connections between transactions hands the next statement to another one.
 */
const own = new WeakSet<object>()

/** Lets a new connection leave out the names of statements until it is known to be our own. */
export const withoutNames = (client: pg.ClientBase): void => {
  const query: unknown = client.query
  if (!(query instanceof Function)) throw new Error('A connection without queries')
  const value = (statement: unknown, ...rest: unknown[]): unknown => {
    const isNamed = statement instanceof Object && 'name' in statement && statement.name !== undefined
    const sent = isNamed && !own.has(client) ? { ...statement, name: undefined } : statement
    return Reflect.apply(query, client, [sent, ...rest])
  }
  Object.defineProperty(client, 'query', { value, configurable: true, writable: true })
}

/** Looks whether the process that answers is the one that the connection was made with; a pooler names one of its own. */
export const learnWhose = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if ('processID' in client && client.processID === rows[0]?.pid) own.add(client)
}
