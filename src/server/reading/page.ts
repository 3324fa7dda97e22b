import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { CallContext } from '../endpoint.ts'
import type { Tx } from '../store/core-tables.ts'
import { prepared } from '../store/prepared.ts'

/** The start and length of a list (G-12); without both it is whole. */
interface Window {
  skip?: number | undefined
  limit?: number | undefined
}

/** Which rows of a record type are read, and their order; by default newest first (C-37). */
interface Choice extends Window {
  where?: SQL | undefined
  orderBy?: SQL[]
}

/** The same, or the rows with these ids, for which the statement is prepared once. */
export type Reading = Choice | { ids: readonly number[] }

/** The parts of a request that reading needs. */
export type Reader = Pick<CallContext, 'tx' | 'sign'>

/** No list is longer, and PostgreSQL accepts no larger limit in its stored plans. */
const ALL = 2 ** 31 - 1

/** How the rows of a table are read with their related rows. */
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
 * Largest first. The indexes have nulls last, and are used only by an order that says so too, even if a column has no
 * nulls.
 */
export const largest = (column: PgColumn): SQL => sql`${column} desc nulls last`

/** Newest first by created_at, then by id (C-37). */
export const newest = (table: { created_at: PgColumn; id: PgColumn }): SQL[] => [
  largest(table.created_at),
  largest(table.id),
]

/** Reads a window of a list, and sends its total length in X-Total-Count (G-12). */
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
