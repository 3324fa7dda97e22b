import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type Query, queryName, rowsOf } from '../../records/query.ts'
import { beginArrival, keepAhead } from '../device/start.ts'
import { resolved } from '../entry/resolved.ts'
import { knownUpToDateAt } from '../pull/feed.ts'
import { liveResult } from './live-reads.ts'

/** The values in the URL of a screen, by name. */
export type RouteParams = Readonly<Record<string, string | undefined>>

/** The name under which it is read when the answer to a query was last stored. */
export const ageName = (query: string): string => `age of ${query}`

/**
 * Reads the rows that a screen cannot do without before it renders, and their age. Otherwise it would render twice,
 * first as loading. A failed read is repeated by the screen.
 */
export async function readFirstRows(db: DeviceDatabase, queries: readonly Query[]): Promise<void> {
  if (queries.every((it) => isKnown(db, queryName(it)))) return beginArrival()
  const found = await inTransaction(db, 'r', db.tables, (view) =>
    Promise.all(
      queries.map(async (query) => {
        const current = await resolved(view, query)
        const [rows, age] = await Promise.all([rowsOf(view, current), knownUpToDateAt(view, queryName(current))])
        const name = queryName(query)
        return [[name, rows] as const, [ageName(name), age] as const]
      }),
    ),
  ).catch(() => [])
  // On a slow device the arrival has ended while the screen's code was loaded, and nothing would be kept for it.
  beginArrival()
  keepAhead(new Map<string, unknown>(found.flat()))
}

/** Whether the rows are known from an earlier screen, and nothing about them has changed. */
const isKnown = (db: DeviceDatabase, query: string): boolean =>
  liveResult(db, query) !== undefined && liveResult(db, ageName(query)) !== undefined
