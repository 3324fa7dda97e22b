import type { Tx } from './core-tables.ts'

/**
 * A statement that is built once for each connection pool instead of once for each request, because building a query
 * costs more than the rest of a small read. `name` is unique in the program. On a connection that nobody else uses,
 * the database stores its plan under it (`own-connection.ts`).
 */
export const prepared = <Statement>(name: string, write: (tx: Tx, name: string) => Statement) => {
  const written = new WeakMap<Tx, Statement>()
  return (tx: Tx): Statement => {
    const known = written.get(tx)
    if (known) return known
    const statement = write(tx, name)
    written.set(tx, statement)
    return statement
  }
}
