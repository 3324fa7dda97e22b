import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { CallContext } from '../endpoint.ts'
import type { Tx } from '../store/core-tables.ts'
import { prepared } from '../store/prepared.ts'

/** Where a list starts and how long it may be (G-12); without both it is whole. */
interface Window {
  skip?: number | undefined
  limit?: number | undefined
}

/** Which rows of a record type are read, in which order; newest first where nothing is said (C-37). */
interface Choice extends Window {
  where?: SQL | undefined
  orderBy?: SQL[]
}

/** The same, or the rows of these ids: the statement of that is written once. */
export type Reading = Choice | { ids: readonly number[] }

/** What reading records takes of a request. */
export type Reader = Pick<CallContext, 'tx' | 'sign'>

/** No list is longer; PostgreSQL takes no larger limit in the plans that it keeps. */
const ALL = 2 ** 31 - 1

/** How the rows of a table are read with what stands around them. */
export const readingOf = <Query extends PgSelect>(
  table: PgTable & { id: PgColumn },
  usual: SQL[],
  select: (tx: Tx) => Query,
) => {
  const byIds = prepared(`${getTableName(table)} by id`, (tx, name) =>
    select(tx)
      .where(sql`${table.id} = any(${sql.placeholder('ids')}::bigint[])`)
      .orderBy(...usual)
      .prepare(name),
  )
  const chosen = (tx: Tx, { where, orderBy = usual, limit = ALL, skip = 0 }: Choice) =>
    select(tx)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(skip)
      .execute()
  return async (tx: Tx, reading: Reading): Promise<Query['_']['result']> =>
    'ids' in reading ? byIds(tx).execute({ ids: reading.ids }) : chosen(tx, reading)
}

/**
 * The largest first. The indexes are written with their nulls last, and serve only an order that says so too, even
 * where a column has no nulls.
 */
export const largest = (column: PgColumn): SQL => sql`${column} desc nulls last`

/** Newest first by created_at, then by id (C-37). */
export const newest = (table: { created_at: PgColumn; id: PgColumn }): SQL[] => [
  largest(table.created_at),
  largest(table.id),
]

/** Reads a window of a list, and tells in X-Total-Count how long the whole of it is (G-12). */
export const readWindow = async <Row>(
  ask: Pick<CallContext, 'tx' | 'tell'>,
  table: PgTable,
  reading: Choice,
  read: (reading: Choice) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows = await read(reading)
  const isWhole = reading.skip === undefined && reading.limit === undefined
  ask.tell('X-Total-Count', String(isWhole ? rows.length : await ask.tx.$count(table, reading.where)))
  return rows
}
