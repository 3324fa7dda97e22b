import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { RecordType } from '../../contract/id.ts'
import type { Tx } from './core-tables.ts'

/** A record that was changed or deleted. */
export interface NotedChange {
  type: RecordType
  id: number
  deleted: boolean
}

/**
 * The state of a reader: the life of the database, a position, and the last record read at that position ('5f0c….812'
 * or '5f0c….812/room/7').
 */
const Cursor = z.string().check(z.regex(/^([\w-]{0,100}\.)?\d{1,12}(\/[a-zA-Z]{1,20}\/\d{1,15})?$/))

/** A row of `changes`, as the triggers wrote it; the driver returns 64-bit numbers as text. */
interface Noted extends Record<string, unknown> {
  type: RecordType
  id: number | string
  deleted: boolean
  position: number | string
}

/** Whether a text is a cursor from `changesSince`, or '0' for the beginning. */
export const isCursor = (text: string): boolean => Cursor.safeParse(text).success

/** The life of the database in a cursor; null for '0', which is valid in every life. */
const lifeOf = (cursor: string): string | null => (cursor.includes('.') ? (cursor.split('.')[0] ?? '') : null)

/**
 * Whether a cursor belongs to another life of the database. A restore gives every record a new, far higher position.
 */
export const isOfAnotherLife = (cursor: string, life: string): boolean =>
  lifeOf(cursor) !== null && lifeOf(cursor) !== life

/** How far the changes can be read, and in which life of the database; '' if its life was never recorded. */
interface Stand {
  life: string
  horizon: number
}

/** The current end of the changes, in one query. */
export const currentStand = async (tx: Tx): Promise<Stand> => {
  const asked = await tx.execute<{ life: string | null; horizon: number | string }>(
    sql`select change_horizon() as horizon, (select id from town_histories order by n desc limit 1) as life`,
  )
  return { life: asked.rows[0]?.life ?? '', horizon: Number(asked.rows[0]?.horizon ?? 0) }
}

/** The cursor after everything that is visible now. */
export const cursorAt = ({ life, horizon }: Stand): string => `${life}.${horizon}`

/**
 * At most `limit` changes after the cursor, in order. Changes of a transaction in progress come later: the cursor
 * skips nothing that may still appear (G-09). '0' reads from the start. `stand` was queried before this, with its own
 * statement, because the horizon must be older than the read of the rows.
 */
export const changesSince = async (
  tx: Tx,
  { life, horizon }: Stand,
  { cursor, limit }: { cursor: string; limit: number },
): Promise<{ changes: NotedChange[]; cursor: string; more: boolean }> => {
  const [position = '0', type, id] = cursor.slice(cursor.indexOf('.') + 1).split('/')
  const after =
    type === undefined
      ? sql`position > ${position}::bigint`
      : sql`(position, record_type, record_id) > (${position}::bigint, ${type}::text, ${id}::bigint)`
  const found = await tx.execute<Noted>(
    sql`select record_type as type, record_id as id, deleted, position from changes
        where ${after} and position <= ${horizon}::bigint
        order by position, record_type, record_id limit ${limit + 1}`,
  )
  const { rows } = found
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const more = rows.length > limit
  // Never backwards: a waiting reader may see a horizon that has not moved.
  const end = horizon > Number(position) ? String(horizon) : [position, type, id].filter(Boolean).join('/')
  const next = `${life}.${more && last ? `${last.position}/${last.type}/${last.id}` : end}`
  return { changes: page.map(({ type, id, deleted }) => ({ type, id: Number(id), deleted })), cursor: next, more }
}
