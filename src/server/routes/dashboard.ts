import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import { dashboard as calls } from '../../contract/dashboard.ts'
import { type Route, route } from '../endpoint.ts'
import { readComments } from '../reading/comment.ts'
import { isComplaint, isNoComplaint, plainStatus, readInspections } from '../reading/inspection.ts'
import { readLicenses, readPermits } from '../reading/license.ts'
import { largest } from '../reading/page.ts'
import { assertExists } from '../reading/parents.ts'
import { readViolations } from '../reading/violation.ts'
import { weeklyCounts } from '../reading/weekly-counts.ts'
import { licenses, violations } from '../store/case-tables.ts'
import { users } from '../store/town-tables.ts'

/** Default number of each kind in the panel of recent activity (DB-41). */
const RECENT = 5
/** Rows in each table of the overview (DB-48). */
const OVERVIEW = 10

/** Panels of the dashboard that are no lists of records. */
export const dashboardRoutes: readonly Route[] = [
  route(calls.teamCounts, (ask) => {
    const { role, start_day = 'sun' } = ask.search
    return weeklyCounts(ask, role === undefined ? sql`true` : eq(users.role, role), start_day)
  }),

  route(calls.counts, async (ask) => {
    await assertExists(ask.tx, users, ask.params.userId, 'User')
    return weeklyCounts(ask, eq(users.id, ask.params.userId), ask.search.start_day ?? 'sun')
  }),

  route(calls.recent, async (ask) => {
    const newest = { limit: ask.search.limit ?? RECENT }
    return {
      inspections: await readInspections(ask, { ...newest, where: isNoComplaint }),
      complaints: await readInspections(ask, { ...newest, where: isComplaint }),
      licenses: await readLicenses(ask, newest),
      permits: await readPermits(ask, newest),
      violations: await readViolations(ask, newest),
      comments: await readComments(ask, newest),
    }
  }),

  route(calls.oasOverview, async (ask) => {
    const { tx } = ask
    const newest = { limit: OVERVIEW }
    return {
      pending_complaints: await readInspections(ask, { ...newest, where: and(isComplaint, isWaiting) }),
      active_violations: await readViolations(ask, { ...newest, where: isCurrent, orderBy: lastChanged }),
      licenses_not_paid: await readLicenses(ask, { ...newest, where: isUnpaid }),
      licenses_not_sent: await readLicenses(ask, { ...newest, where: isUnsent }),
      active_violations_count: await tx.$count(violations, isCurrent),
      licenses_needing_action_count: await tx.$count(licenses, or(isUnpaid, isUnsent)),
    }
  }),
]

/**
 * Complaints shown as Pending on the dashboard (DB-44, C-32). Only these, so that ten answered ones never hide a
 * waiting one.
 */
const isWaiting = inArray(plainStatus, ['', 'pending', 'open', 'unknown'])
const isCurrent = eq(violations.status, 0)
const lastChanged = [largest(violations.updated_at), largest(violations.id)]
const isUnpaid = not(licenses.paid)
const isUnsent = not(licenses.sent)
