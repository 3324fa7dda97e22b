import * as z from 'zod/mini'
import { Comment } from './comment.ts'
import { get } from './endpoint.ts'
import { fieldCount } from './form-fields.ts'
import { Inspection } from './inspection.ts'
import { License } from './license.ts'
import { Permit } from './permit.ts'
import { Violation } from './violation.ts'

/** This working week against the last, for one user or a whole role (EN-18, G-22). */
export const WeeklyCounts = z.object({
  comments_this_workweek_count: z.int(),
  comments_last_workweek_count: z.int(),
  inspections_this_workweek_count: z.int(),
  inspections_last_workweek_count: z.int(),
  violations_this_workweek_count: z.int(),
  violations_last_workweek_count: z.int(),
})
export type WeeklyCounts = z.infer<typeof WeeklyCounts>

/** The newest of each kind. */
export const RecentActivity = z.object({
  inspections: z.array(Inspection),
  complaints: z.array(Inspection),
  licenses: z.array(License),
  permits: z.array(Permit),
  violations: z.array(Violation),
  comments: z.nullish(z.array(Comment)),
})
export type RecentActivity = z.infer<typeof RecentActivity>

/** What the office has to do (C-32). */
export const OasOverview = z.object({
  pending_complaints: z.array(Inspection),
  active_violations: z.array(Violation),
  licenses_not_paid: z.array(License),
  licenses_not_sent: z.array(License),
  active_violations_count: z.nullish(z.int()),
  licenses_needing_action_count: z.nullish(z.int()),
})
export type OasOverview = z.infer<typeof OasOverview>

/** The day on which a week starts; the app asks for 'sun'. */
const startDay = z.optional(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']))

export const dashboard = {
  teamCounts: get('B20', '/counts', WeeklyCounts, z.object({ role: fieldCount(0, 3), start_day: startDay })),
  counts: get('B21', '/counts/:userId', WeeklyCounts, z.object({ start_day: startDay })),
  recent: get('B37', '/dash/recent', RecentActivity, z.object({ limit: fieldCount(1, 50) })),
  oasOverview: get('B38', '/dash/oas/overview', OasOverview),
}
