import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import type { Tx } from '../store/core-tables.ts'
import { addresses, businesses, codes, units } from '../store/town-tables.ts'

/** 404 with '<what> not found' unless the table has a row with this id. */
export const assertExists = async (tx: Tx, table: PgTable & { id: PgColumn }, id: number, what: string) => {
  const [row] = await tx.select({ here: sql`1` }).from(table).where(eq(table.id, id)).limit(1)
  if (!row) throw new Refused(404, `${what} not found`)
}

/**
 * Holds an address until the end of the transaction. A merge and its undo lock it before they move anything, so they
 * come wholly before or after. What a new record there belongs to is read after this. False if there is no such address.
 */
export const holdAddress = async (tx: Tx, id: number): Promise<boolean> => {
  const held = await tx.select({ id: addresses.id }).from(addresses).where(eq(addresses.id, id)).for('key share')
  return held.length > 0
}

/** The same; 404 unless the address exists. */
export const assertAddress = async (tx: Tx, id: number) => {
  if (!(await holdAddress(tx, id))) throw new Refused(404, 'Address not found')
}

/**
 * The result of an insert, or 404 with '<what> not found' if its parent does not exist. The database checks the parent
 * anyway, so this saves a query. It must be the last statement of its transaction, which such a refusal ends.
 */
export const hangingOn = async <Row>(
  insert: PromiseLike<Row>,
  parent: { column: string; what: string },
): Promise<Row> => {
  try {
    return await insert
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    const isMissing = cause instanceof Object && 'constraint' in cause && 'code' in cause && cause.code === '23503'
    if (isMissing && String(cause.constraint).includes(`_${parent.column}_`))
      throw new Refused(404, `${parent.what} not found`)
    throw error
  }
}

/**
 * The rows of a record's list. Only an empty list costs a second query: it is correct if the record exists, else 404.
 */
export const listOf = async <Row>(
  tx: Tx,
  parent: { table: PgTable & { id: PgColumn }; id: number; what: string },
  rows: Row[],
): Promise<Row[]> => {
  if (rows.length === 0) await assertExists(tx, parent.table, parent.id, parent.what)
  return rows
}

/** 404 unless the unit exists and belongs to the address; null passes, for a record without a unit. */
export const assertUnitOf = async (tx: Tx, unitId: number | null | undefined, addressId: number | null) => {
  if (unitId === null || unitId === undefined) return
  const [row] = await tx
    .select({ id: units.id })
    .from(units)
    .where(and(eq(units.id, unitId), addressId === null ? sql`false` : eq(units.address_id, addressId)))
  if (!row) throw new Refused(404, 'Unit not found')
}

/**
 * 404 if the business is at another address. Passes without a business or an address, and for a business that does not
 * exist: the database refuses that one, or it was merged into another.
 */
export const assertBusinessOf = async (
  tx: Tx,
  businessId: number | null | undefined,
  addressId: number | null | undefined,
) => {
  if (!businessId || !addressId) return
  const [row] = await tx
    .select({ address: businesses.address_id })
    .from(businesses)
    .where(eq(businesses.id, businessId))
  // In words: the business may have moved while the record waited on a phone.
  if (row && row.address !== null && row.address !== addressId)
    throw new Refused(404, 'This business is not at this address')
}

/** The given code sections, each once, in the order of the book; 422 names nonexistent ones. */
export const knownCodes = async ({ tx, faults }: Pick<CallContext, 'tx' | 'faults'>, given: readonly number[]) => {
  const ids = [...new Set(given)]
  if (ids.length === 0) return []
  const { id, chapter, section, name } = codes
  const rows = await tx
    .select({ id, chapter, section, name })
    .from(codes)
    .where(inArray(id, ids))
    .orderBy(chapter, section, id)
  const known = new Set(rows.map((row) => row.id))
  const unknown = ids.filter((it) => !known.has(it))
  if (unknown.length > 0 && !faults.dropsUnknownCodes)
    throw new Refused(422, [
      { type: 'unknown_code', loc: ['body', 'codes'], msg: `No code section ${unknown.join(', ')}` },
    ])
  return rows
}
