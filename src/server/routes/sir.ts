import { type SQL, sql } from 'drizzle-orm'
import { sir as calls, type SirStats } from '../../contract/sir.ts'
import { addDays, dayOf, endOfDay, startOfDay } from '../../rules/dates.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { isComplaint, plainStatus, statusSetAt } from '../reading/inspection.ts'
import { citations, violations } from '../store/case-tables.ts'
import { inspections } from '../store/visit-tables.ts'

/** Default length of the period. */
const USUAL_DAYS = 14

/** The figures of the statistics page (C-04, G-22). */
export const sirRoutes: readonly Route[] = [
  route(calls.stats, async (ask) => {
    const { rows } = await ask.tx.execute<SirStats>(figures(windowOf(ask)))
    const [stats] = rows
    if (!stats) throw new Error('Counting answered without a row')
    return stats
  }),
]

type Asking = Pick<CallContext, 'now' | 'config'> & { search: { start_date: string | null; end_date: string | null } }

/** Whole days in the town, including the last one. The last two weeks unless both days are given. */
const windowOf = ({ now, config, search: { start_date, end_date } }: Asking) => {
  const today = dayOf(now, config.townZone)
  const isGiven = start_date !== null && end_date !== null
  const [first, last] = isGiven ? [start_date, end_date] : [addDays(today, -USUAL_DAYS), today]
  return { from: startOfDay(first, config.townZone), to: endOfDay(last, config.townZone) }
}

const source = sql`lower(${inspections.source})`
const isApproved = sql`${plainStatus} in ('completed', 'satisfactory')`

/** The condition of each of the four kinds of inspection. */
const kinds: Record<string, SQL> = {
  sf: sql`${source} = 'single family license'`,
  mf: sql`${source} = 'multifamily license'`,
  bl: sql`${source} = 'business license'`,
  permit: sql`${source} like '%permit%'`,
}

const figures = ({ from, to }: { from: Date; to: Date }): SQL => {
  const within = (at: SQL) =>
    sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`
  const created = within(sql`${inspections.created_at}`)
  const decided = within(statusSetAt)
  // A status that was set without signal is a change on its own day and on the day of its arrival.
  const updated = sql`(${within(sql`${inspections.updated_at}`)} or ${decided})`
  const count = (where: SQL, name: string) => sql`count(*) filter (where ${where})::int as ${sql.identifier(name)}`
  const isAnswer = sql`${inspections.updated_at} > ${inspections.created_at} and ${plainStatus} <> ''`
  const counts = [
    count(sql`${isComplaint} and ${created}`, 'complaints_made'),
    count(sql`${isComplaint} and ${decided} and ${isAnswer}`, 'complaint_responses'),
    ...Object.entries(kinds).flatMap(([name, isKind]) => [
      count(sql`${isKind} and ${created}`, `${name}_inspections`),
      count(sql`${isKind} and ${updated}`, `${name}_inspection_updated`),
      count(sql`${isKind} and ${decided} and ${isApproved}`, `${name}_inspection_approved`),
    ]),
  ]
  return sql`
    select ${sql.join(counts, sql`, `)},
      (select count(*)::int from ${violations} where ${within(sql`${violations.created_at}`)}) as violations,
      (select count(*)::int from ${violations} where ${within(sql`${violations.created_at}`)}) as warnings,
      (select count(*)::int from ${citations} where ${within(sql`${citations.created_at}`)}) as citations
    from ${inspections} where (${created}) or ${updated}`
}
