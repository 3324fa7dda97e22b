import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'

/** The stamps of a record made by this call: its arrival, and the key that made it, stored for ever (G-07). */
export const creationStamps = ({ now, key, user }: Pick<CallContext, 'now' | 'key' | 'user'>) => ({
  created_at: now,
  updated_at: now,
  // Keys are unique only for each user; the column contains those of all.
  created_by_key: key === null ? null : `${user.id}:${key}`,
})

/** The same for a record from the field, with the time at which it was written there (G-18). */
export const fieldCreationStamps = (ask: Pick<CallContext, 'now' | 'key' | 'user' | 'observedAt'>) => ({
  ...creationStamps(ask),
  observed_at: ask.observedAt,
})

/** The row of an `insert ... returning`. */
export const inserted = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('The database took a row and gave none back')
  return row
}

/** A row from the field as the API shows it; an unknown time is left out. */
export const fieldRow = <Row extends { observed_at: Date | null }>(row: Row) => ({
  ...row,
  observed_at: row.observed_at ?? undefined,
})

/**
 * Makes other devices notice a record to which a file was added. Its version stays the same: the device that sent the
 * photo continues with the record that it knows, and must not see its own photo as somebody else's change. 404 with
 * '<what> not found' if there is no such record.
 */
export const touchRow = async (
  tx: Tx,
  table: PgTable & { id: PgColumn; updated_at: PgColumn },
  id: number,
  what: string,
): Promise<void> => {
  const { rowCount } = await tx.execute(sql`update ${table} set updated_at = updated_at where ${eq(table.id, id)}`)
  if (rowCount === 0) throw new Refused(404, `${what} not found`)
}
