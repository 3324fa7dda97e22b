import type { Tx } from './core-tables.ts'

/**
 * A statement that is written once for each connection pool, not once for each request: putting a query into words costs
 * more than the rest of a small read. `name` is unique in the program; where a connection is nobody else's, the database
 * keeps its plan under it (`own-connection.ts`).
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
