import { and, eq, inArray, or } from 'drizzle-orm'
import { evidence as calls } from '../../contract/evidence.ts'
import { sealLog } from '../audit-chain.ts'
import { type Route, route } from '../endpoint.ts'
import { dailyHeads, newestHead, readAudit } from '../reading/audit.ts'
import { originalsOf, originalsWith } from '../reading/original.ts'
import { assertExists } from '../reading/parents.ts'
import { citations, violationComments, violations } from '../store/case-tables.ts'
import { auditLog, type Tx } from '../store/core-tables.ts'
import { noticeServices } from '../store/field-tables.ts'

/** Default number of days of heads. */
const usualDays = 31

/** The most log entries of one violation in an answer: many times what a case has. */
const mostEvents = 5000

/**
 * What proves a picture and the log. Each call first seals what waits, so that an answer never misses the newest
 * entry.
 */
export const evidenceRoutes: readonly Route[] = [
  route(calls.verify, async (ask) => {
    await sealLog(ask.tx, ask.now)
    return originalsWith(ask, ask.search.sha256)
  }),

  route(calls.heads, async ({ tx, now, config, search }) => {
    await sealLog(tx, now)
    return dailyHeads(tx, { days: search.days ?? usualDays, zone: config.townZone, now })
  }),

  route(calls.sheet, async (ask) => {
    const id = ask.params.violationId
    await assertExists(ask.tx, violations, id, 'Violation')
    await sealLog(ask.tx, ask.now)
    const comments = await idsOf(ask.tx, violationComments, id)
    const services = await idsOf(ask.tx, noticeServices, id)
    const files = [
      ...(await originalsOf(ask, 'violation', [id])),
      ...(await originalsOf(ask, 'violationComment', comments)),
      ...(await originalsOf(ask, 'service', services)),
    ]
    const where = or(
      about('violation', [id]),
      about('violationComment', comments),
      about('service', services),
      about('citation', await idsOf(ask.tx, citations, id)),
    )
    return {
      files: files.toSorted((a, b) => a.stored_at.getTime() - b.stored_at.getTime()),
      events: await readAudit(ask.tx, { where, order: 'oldest', limit: mostEvents }),
      head: await newestHead(ask.tx),
    }
  }),
]

const about = (type: string, ids: readonly number[]) =>
  ids.length === 0 ? undefined : and(eq(auditLog.record_type, type), inArray(auditLog.record_id, [...ids]))

const idsOf = async (
  tx: Tx,
  table: typeof violationComments | typeof citations | typeof noticeServices,
  violationId: number,
) => (await tx.select({ id: table.id }).from(table).where(eq(table.violation_id, violationId))).map(({ id }) => id)
