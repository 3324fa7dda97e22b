import { isComplaint } from './inspection-source.ts'
import { inspectionChoice } from './inspection-status.ts'

/** The fields that tell whether an inspection may have been sent back. */
interface Sendable {
  status?: string | null
  source?: string | null
  created_at?: string | null
  updated_at?: string | null
}

/**
 * Whether the office may have sent it back: an inspection is then In Progress, and a complaint is Pending again, as it
 * was when it was made, but has been changed since.
 */
export const maybeSentBack = (record: Sendable): boolean =>
  isComplaint(record)
    ? inspectionChoice(record.status) !== 'Under Review' && record.updated_at !== record.created_at
    : inspectionChoice(record.status) === 'In Progress'
