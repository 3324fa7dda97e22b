import { comments } from '../contract/comment.ts'
import { dashboard } from '../contract/dashboard.ts'
import { type Actor, may } from '../rules/permissions.ts'
import { listQuery } from './query.ts'
import { valueQuery } from './value.ts'

/**
 * This week against the last, weeks from Sunday (DB-17): of all ONS members for Admin, else the person's own (DB-11,
 * DB-12).
 */
export const weeklyCounts = ({ id, role }: Actor) =>
  may(role, 'seeTeamTotals')
    ? valueQuery('user', dashboard.teamCounts, {}, { search: { role: 1, start_day: 'sun' }, isOne: true })
    : valueQuery('user', dashboard.counts, { userId: id }, { search: { start_day: 'sun' }, isOne: true })

/** The newest of each kind of record (DB-39, DB-41). */
export const recentActivity = (limit: number) =>
  valueQuery('inspection', dashboard.recent, {}, { search: { limit }, isOne: true })

/** What the office has to do (DB-43 to DB-46). */
export const oasOverview = () => valueQuery('inspection', dashboard.oasOverview, {}, { isOne: true })

/** The town's newest comments, some hundred; with `all` every one, for a reader who goes further back. */
export const recentComments = (all: boolean) =>
  listQuery('comment', comments.list, {}, { answers: 'some', search: all ? { limit: 0 } : {} })
