import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { CallContext } from '../endpoint.ts'

/** Where a list starts and how long it may be (G-12); without both it is whole. */
interface Window {
  skip?: number | undefined
  limit?: number | undefined
}

/** Which rows of a record type are read, in which order; newest first where nothing is said (C-37). */
export interface Reading extends Window {
  where?: SQL | undefined
  orderBy?: SQL[]
}

/** What reading records takes of a request. */
export type Reader = Pick<CallContext, 'tx' | 'sign'>

/** No list is longer; PostgreSQL takes no larger limit in the plans that it keeps. */
const ALL = 2 ** 31 - 1

/** The query, narrowed to the rows that are asked for. */
export const narrow = <Query extends PgSelect>(query: Query, reading: Reading, usual: SQL[]) =>
  query
    .where(reading.where)
    .orderBy(...(reading.orderBy ?? usual))
    .limit(reading.limit ?? ALL)
    .offset(reading.skip ?? 0)

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
  reading: Reading,
  read: (reading: Reading) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows = await read(reading)
  const isWhole = reading.skip === undefined && reading.limit === undefined
  ask.tell('X-Total-Count', String(isWhole ? rows.length : await ask.tx.$count(table, reading.where)))
  return rows
}
