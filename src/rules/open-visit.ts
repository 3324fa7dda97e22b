import { complaintStatus } from './complaint-status.ts'
import { isComplaint } from './inspection-source.ts'
import { isPending } from './inspection-status.ts'

/** An inspection or complaint, as far as it says whether somebody still has to go there. */
interface VisitState {
  source?: string | null
  status?: string | null
}

/** Does somebody still have to go there: a pending inspection (G-03), or a complaint that waits for its answer (CP-05)? */
export const isOpenVisit = (row: VisitState): boolean =>
  isPending(row.status) || (isComplaint(row) && complaintStatus(row.status) === 'Pending')
