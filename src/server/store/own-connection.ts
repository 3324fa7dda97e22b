import type pg from 'pg'

/**
 * Connections that nobody else uses between our statements. Only there may the database store a named plan: a pooler
 * that shares connections between transactions gives the next statement to another connection.
 */
const own = new WeakSet<object>()

/** Makes a new connection omit statement names until it is known to be our own. */
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

/** Checks whether the answering process is the one that the connection was opened with; a pooler reports its own. */
export const learnWhose = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if ('processID' in client && client.processID === rows[0]?.pid) own.add(client)
}
