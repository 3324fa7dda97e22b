import type { Dexie, Table, Transaction } from 'dexie'
import { againIfAborted } from './again-if-aborted.ts'

/** Marks a view, so that a nested transaction joins it instead of opening another. */
const inside = Symbol('the transaction of this view')
/** What has been read once for a view that only reads, by name. */
const readOnce = Symbol('results of this view')

/**
 * Runs `body` in one transaction and gives it a view of the database. Every call on the view belongs to the
 * transaction. Dexie alone decides by the running promise which transaction a call belongs to, and follows at most a
 * hundred steps without a database request. A loop over 34 entries that need no reading is longer: later writes
 * happened outside, and the transaction ended before its body (PrematureCommitError). So `body` must use its own `db`,
 * never the outer one, and await nothing but this database, because IndexedDB commits while it waits. A read that the
 * browser aborts is done again, with all of `body`.
 */
export function inTransaction<Database extends Dexie, Result>(
  db: Database,
  mode: 'r' | 'rw',
  tables: readonly Table[],
  body: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (inside in db) return body(db)
  const run = () => db.transaction(mode, [...tables], (transaction) => body(viewOf(db, transaction, mode)))
  return mode === 'r' ? againIfAborted(run) : run()
}

/**
 * A transaction that only writes known values, repeated if the browser aborts it. The aborted one may have been stored
 * all the same, so a second run of `body` must change nothing more.
 */
export const inRepeatableWrite = <Database extends Dexie, Result>(
  db: Database,
  tables: readonly Table[],
  body: (db: Database) => Promise<Result>,
): Promise<Result> => againIfAborted(() => inTransaction(db, 'rw', tables, body))

/** Repeats a single request if the browser aborts it. Not inside a transaction, because that has ended as a whole. */
export const againOutside = <Result>(db: Dexie, request: () => Promise<Result>): Promise<Result> =>
  inside in db ? request() : againIfAborted(request)

/**
 * Reads once for all that ask by this name within one read-only transaction, in which nothing changes. Elsewhere each
 * caller reads. The caller knows the type by the name.
 */
export function onceInRead<Result>(db: Dexie, name: string, read: () => Promise<Result>): Promise<Result> {
  const known = (db as { [readOnce]?: Map<string, Promise<unknown>> })[readOnce]
  const reading = (known?.get(name) as Promise<Result> | undefined) ?? read()
  known?.set(name, reading)
  return reading
}

/** What all views of a database have in common. A view defines only its transaction: there are dozens of tables. */
const shared = new WeakMap<Dexie, object>()

interface View {
  [inside]: Transaction
  table(name: string): Table
}

function viewOf<Database extends Dexie>(db: Database, transaction: Transaction, mode: 'r' | 'rw'): Database {
  const common = shared.get(db) ?? commonOf(db)
  shared.set(db, common)
  return Object.create(common, {
    [inside]: { value: transaction },
    ...(mode === 'r' && { [readOnce]: { value: new Map() } }),
  })
}

function commonOf(db: Dexie): object {
  const own = (name: string) => ({
    get(this: View) {
      return this.table(name)
    },
  })
  return Object.create(db, {
    ...Object.fromEntries(db.tables.map(({ name }) => [name, own(name)])),
    table: {
      value(this: View, name: string): Table {
        const transaction = this[inside]
        if (!transaction.storeNames.includes(name)) throw new Error(`The table ${name} is not part of this transaction`)
        return transaction.table(name)
      },
    },
    tables: {
      get(this: View) {
        return this[inside].storeNames.map((name) => this.table(name))
      },
    },
  })
}
