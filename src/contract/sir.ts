import * as z from 'zod/mini'
import { get } from './endpoint.ts'
import { dayOrNull } from './text.ts'

const count = z.int()

/** The seventeen figures of the statistics page (C-04). */
export const SirStats = z.object({
  complaints_made: count,
  complaint_responses: count,
  warnings: count,
  violations: count,
  citations: count,
  sf_inspections: count,
  sf_inspection_updated: count,
  sf_inspection_approved: count,
  mf_inspections: count,
  mf_inspection_updated: count,
  mf_inspection_approved: count,
  bl_inspections: count,
  bl_inspection_updated: count,
  bl_inspection_approved: count,
  permit_inspections: count,
  permit_inspection_updated: count,
  permit_inspection_approved: count,
})
export type SirStats = z.infer<typeof SirStats>

export const sir = {
  /** Without both days: the last two weeks. */
  stats: get('B120', '/sir/stats', SirStats, z.object({ start_date: dayOrNull, end_date: dayOrNull })),
}
