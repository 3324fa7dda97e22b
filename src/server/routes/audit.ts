import { and, eq } from 'drizzle-orm'
import { audit as calls } from '../../contract/audit.ts'
import { type Route, route } from '../endpoint.ts'
import { readAudit } from '../reading/audit.ts'
import { auditLog } from '../store/core-tables.ts'

/** Default number of entries in an answer. */
const entriesAtOnce = 100

/** Reads the log of changes. Only changes themselves write to it. */
export const auditRoutes: readonly Route[] = [
  route(calls.list, async ({ tx, search, tell }) => {
    const { skip = 0, limit = entriesAtOnce, user_id, record_type, record_id } = search
    const where = and(
      user_id === null ? undefined : eq(auditLog.user_id, user_id),
      record_type ? eq(auditLog.record_type, record_type) : undefined,
      record_id === undefined ? undefined : eq(auditLog.record_id, record_id),
    )
    tell('X-Total-Count', String(await tx.$count(auditLog, where)))
    return readAudit(tx, { where, order: 'newest', limit, skip })
  }),
]
