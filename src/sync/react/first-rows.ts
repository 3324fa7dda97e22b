import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type Query, queryName, rowsOf } from '../../records/query.ts'
import { beginArrival, keepAhead } from '../device/start.ts'
import { resolved } from '../entry/resolved.ts'

/** The values in the URL of a screen, by name. */
export type RouteParams = Readonly<Record<string, string | undefined>>

/**
 * Reads the rows that a screen cannot do without before it renders. Otherwise it would render twice, first as loading.
 * A failed read is repeated by the screen.
 */
export async function readFirstRows(db: DeviceDatabase, queries: readonly Query[]): Promise<void> {
  const found = await inTransaction(db, 'r', db.tables, (view) =>
    Promise.all(
      queries.map(async (query) => [queryName(query), await rowsOf(view, await resolved(view, query))] as const),
    ),
  ).catch(() => [])
  // On a slow device the arrival has ended while the screen's code was loaded, and nothing would be kept for it.
  beginArrival()
  keepAhead(new Map(found))
}
