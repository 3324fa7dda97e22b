import pg from 'pg'

/** The connection was lost during COMMIT: nobody knows whether the records were stored. */
export class CommitInDoubt extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost during COMMIT. Whether the records were stored is not known.', {
      cause,
    })
  }
}

/**
 * Guards a connection of a pool where drizzle does not, whose transactions begin outside of their `try`, and whose
 * failed ROLLBACK replaces the error that led to it.
 * - After a failed BEGIN the connection leaves the pool. Otherwise it would occupy a place for ever.
 * - A failed ROLLBACK is no error: the connection leaves the pool, and the database rolls back when it has gone.
 * - A COMMIT whose answer is lost is `CommitInDoubt`.
 */
export const guardTransactions = (client: pg.PoolClient): void => {
  const query: unknown = client.query
  if (!(query instanceof Function)) throw new Error('A connection without queries')
  const value = (...asked: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(query, client, asked)
    const onFailure = answer instanceof Promise && failures[wordsOf(asked[0])]
    return onFailure ? answer.catch((error: unknown) => onFailure(client, error)) : answer
  }
  Object.defineProperty(client, 'query', { value, configurable: true, writable: true })
}

const failures: Record<string, (client: pg.PoolClient, error: unknown) => unknown> = {
  begin: (client, error) => {
    discard(client, error)
    throw error
  },
  commit: (_client, error) => {
    throw isRefusal(error) ? error : new CommitInDoubt(error)
  },
  rollback: (client, error) => {
    discard(client, error)
    return { command: 'ROLLBACK', rowCount: null, rows: [], fields: [] }
  },
}

/** 'begin' for 'begin isolation level …' too, '' for other statements. One back to a savepoint leaves the transaction open. */
const wordsOf = (statement: unknown): string => {
  const text: unknown = statement instanceof Object && 'text' in statement ? statement.text : statement
  return /^(begin\b(?!.*;)|commit$|rollback$)/.exec(typeof text === 'string' ? text : '')?.[0] ?? ''
}

/**
 * It is known that nothing was committed: the connection was broken before, so that COMMIT was not sent, or the database
 * refused, and was neither stopped nor cut off meanwhile.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? !/^(08|57P)/.test(error.code ?? '08')
    : error instanceof Error && error.message.endsWith('is not queryable')

/** Takes the connection out of the pool. Whoever holds it may release it again without effect. */
const discard = (client: pg.PoolClient, error: unknown) => {
  client.release(error instanceof Error ? error : true)
  client.release = () => undefined
}
