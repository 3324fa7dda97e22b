import type { Dexie, Table, Transaction } from 'dexie'

/** Marks a view, so that a transaction within one joins it instead of asking the database for another. */
const inside = Symbol('the transaction of this view')

/**
 * Runs `body` in one transaction and gives it a view of the database: every call on the view belongs to the
 * transaction. Dexie alone decides by the running promise which transaction a call belongs to, and it follows at most a
 * hundred steps in which nothing is asked of the database. A loop over 34 entries that need no reading is longer; what
 * came after it was written outside, and the transaction ended before its body (PrematureCommitError). So `body` uses
 * its own `db`, never the outer one. It must await nothing but this database: IndexedDB commits while it waits.
 */
export function inTransaction<Database extends Dexie, Result>(
  db: Database,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  body: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (inside in db) return body(db)
  return db.transaction(mode, [...tables], (transaction) => body(viewOf(db, transaction)))
}

function viewOf<Database extends Dexie>(db: Database, transaction: Transaction): Database {
  const table = (name: string): Table => {
    if (!transaction.storeNames.includes(name)) throw new Error(`The table ${name} is not part of this transaction`)
    return transaction.table(name)
  }
  const names = db.tables.map((it) => it.name)
  const properties = names.map((name) => [name, { get: () => table(name) }] as const)
  return Object.create(db, {
    [inside]: { value: transaction },
    table: { value: table },
    tables: { get: () => transaction.storeNames.map(table) },
    ...Object.fromEntries(properties),
  })
}
