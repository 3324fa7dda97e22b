import { complaintStatus } from './complaint-status.ts'
import { isComplaint } from './inspection-source.ts'
import { isPending } from './inspection-status.ts'

/** The fields of an inspection or complaint that tell whether a visit is still needed. */
interface VisitState {
  source?: string | null
  status?: string | null
}

/** Whether a visit is still needed: a pending inspection (G-03), or an unanswered complaint (CP-05). */
export const isOpenVisit = (row: VisitState): boolean =>
  isPending(row.status) || (isComplaint(row) && complaintStatus(row.status) === 'Pending')
