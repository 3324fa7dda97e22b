import { type SQL, sql } from 'drizzle-orm'
import type { WeeklyCounts } from '../../contract/dashboard.ts'
import { addDays, dayOf, startOfDay } from '../../rules/dates.ts'
import type { CallContext } from '../endpoint.ts'
import { comments, contactComments, violationComments, violations } from '../store/case-tables.ts'
import { users } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { plainStatus, statusSetAt } from './inspection.ts'

/** The days on which a week may start, in order. */
const weekDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
type WeekDay = (typeof weekDays)[number]

/** The first day, 'YYYY-MM-DD', of the town's week that contains a moment (DB-17). */
const firstDayOfWeek = (now: Date, zone: string, start: WeekDay): string => {
  const day = dayOf(now, zone)
  const since = new Date(`${day}T00:00:00Z`).getUTCDay() - weekDays.indexOf(start)
  return addDays(day, -((since + 7) % 7))
}

/**
 * This week and the last of some users, in one statement (G-22): comments on addresses, units, violations and contacts
 * by author and arrival; completed or satisfactory inspections by inspector and the time of that status; violations by assignee
 * and arrival. Weeks begin at midnight in the town, even if the clocks change in between.
 */
export const weeklyCounts = async (
  { tx, now, config }: Pick<CallContext, 'tx' | 'now' | 'config'>,
  who: SQL,
  start: WeekDay,
): Promise<WeeklyCounts> => {
  const first = firstDayOfWeek(now, config.townZone, start)
  const [last, current, next] = [-7, 0, 7].map((days) =>
    startOfDay(addDays(first, days), config.townZone).toISOString(),
  )
  const within = (at: SQL) => sql`${at} >= ${last}::timestamptz and ${at} < ${next}::timestamptz`
  const by = (user: SQL) => sql`${user} in (select ${users.id} from ${users} where ${who})`
  const commentsIn = (table: typeof comments | typeof violationComments | typeof contactComments) => sql`
    select 'comments' as kind, ${table.created_at} as at from ${table}
    where ${by(sql`${table.user_id}`)} and ${within(sql`${table.created_at}`)}`
  const found = await tx.execute<{ kind: string; current: number; last: number }>(sql`
    select kind, count(*) filter (where at >= ${current}::timestamptz)::int as current,
      count(*) filter (where at < ${current}::timestamptz)::int as last
    from (
      ${commentsIn(comments)} union all ${commentsIn(violationComments)} union all ${commentsIn(contactComments)}
      union all
      select 'inspections', ${statusSetAt} from ${inspections}
      where ${by(sql`${inspections.inspector_id}`)} and ${within(statusSetAt)}
        and ${plainStatus} in ('completed', 'satisfactory')
      union all
      select 'violations', ${violations.created_at} from ${violations}
      where ${by(sql`${violations.user_id}`)} and ${within(sql`${violations.created_at}`)}
    ) counted group by kind`)
  const of = (kind: string) => found.rows.find((row) => row.kind === kind) ?? { current: 0, last: 0 }
  return {
    comments_this_workweek_count: of('comments').current,
    comments_last_workweek_count: of('comments').last,
    inspections_this_workweek_count: of('inspections').current,
    inspections_last_workweek_count: of('inspections').last,
    violations_this_workweek_count: of('violations').current,
    violations_last_workweek_count: of('violations').last,
  }
}
