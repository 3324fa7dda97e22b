import type { ServiceWay } from '../contract/service.ts'
import { complaintStatus } from './complaint-status.ts'
import { dayOf, townZone, wallTime } from './dates.ts'
import { inspectionStatusText, notYetConducted } from './inspection-status.ts'
import { licenseTypeText } from './license-type.ts'
import { serviceWords } from './service.ts'
import { cutText } from './text.ts'
import { violationBadge } from './violation-status.ts'
import { violationTypeText } from './violation-type.ts'
import { wallOfText } from './wall-of-text.ts'

/**
 * The kinds of lines in a timeline. Each has its own screen except the comment; a service is shown with its violation.
 */
type TimelineKind = 'comment' | 'inspection' | 'complaint' | 'violation' | 'citation' | 'license' | 'permit' | 'service'

/** One event at an address. `at` is the town's wall time, 'YYYY-MM-DDTHH:MM'. */
export interface TimelineEvent {
  kind: TimelineKind
  id: number
  /** The violation whose notice was served. */
  violationId?: number
  at: string
  /** What it was: 'Violation: Doorhanger'. */
  title: string
  /** The outcome, or its first words; '' for none. */
  detail: string
}

interface Stamped {
  id: number
  created_at?: string | null | undefined
  observed_at?: string | null | undefined
}

interface Visit extends Stamped {
  source: string
  status?: string | null | undefined
  description?: string | null | undefined
  scheduled_datetime?: string | null | undefined
  updated_at?: string | null | undefined
}

interface Issued extends Stamped {
  date_issued?: string | null | undefined
}

/** The known records of an address. */
export interface TimelineRecords {
  comments: readonly (Stamped & { content: string })[]
  inspections: readonly Visit[]
  complaints: readonly Visit[]
  violations: readonly (Stamped & { violation_type?: string | null | undefined; status: number })[]
  services?: readonly (Stamped & {
    violation_id: number
    how: ServiceWay
    served_to: string
    voided_at?: string | null | undefined
  })[]
  citations: readonly (Stamped & { citationid?: string | null | undefined })[]
  licenses: readonly (Issued & { license_type: number; license_number?: string | null | undefined })[]
  permits: readonly (Issued & { permit_type?: string | null | undefined; permit_number?: string | null | undefined })[]
}

/** This many characters of a comment or complaint are enough to recognise it. */
const detailLength = 90

/** The events at an address, newest first. Records without a time, and plans, are left out. */
export function timelineOf(records: TimelineRecords, now: Date, zone: string = townZone): TimelineEvent[] {
  const written = (it: Stamped) => wallOfText(it.observed_at ?? it.created_at, zone)
  const issued = (it: Issued) => wallOfText(it.date_issued, zone) ?? written(it)
  const lines: (Omit<TimelineEvent, 'at'> & { at: string | null })[] = [
    ...records.comments.map((it) => line('comment', it.id, written(it), 'Comment', cutText(it.content, detailLength))),
    ...records.complaints.map((it) =>
      line(
        'complaint',
        it.id,
        written(it),
        `Complaint: ${complaintStatus(it.status)}`,
        cutText(it.description?.trim(), detailLength),
      ),
    ),
    ...records.inspections
      .filter((it) => !notYetConducted(it.status))
      .map((it) =>
        line(
          'inspection',
          it.id,
          visitedAt(it, now, zone),
          `Inspection: ${it.source}`,
          inspectionStatusText(it.status),
        ),
      ),
    ...records.violations.map((it) =>
      line(
        'violation',
        it.id,
        written(it),
        `Violation: ${violationTypeText(it.violation_type)}`,
        violationBadge(it.status).text,
      ),
    ),
    ...(records.services ?? []).map((it) => ({
      ...line('service', it.id, written(it), `Notice ${serviceWords(it)}`, it.voided_at ? 'Voided' : ''),
      violationId: it.violation_id,
    })),
    ...records.citations.map((it) => line('citation', it.id, written(it), 'Citation', it.citationid?.trim() ?? '')),
    ...records.licenses.map((it) =>
      line('license', it.id, issued(it), licenseTypeText(it.license_type), it.license_number?.trim() ?? ''),
    ),
    ...records.permits.map((it) =>
      line('permit', it.id, issued(it), it.permit_type?.trim() || 'Permit', it.permit_number?.trim() ?? ''),
    ),
  ]
  return lines
    .flatMap((it) => (it.at === null ? [] : [{ ...it, at: it.at }]))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.id - a.id))
}

const line = (kind: TimelineKind, id: number, at: string | null, title: string, detail: string) => ({
  kind,
  id,
  at,
  title,
  detail,
})

/** When somebody was there: the appointment, or the last change if there is no appointment or it is in the future. */
function visitedAt({ scheduled_datetime, updated_at, created_at }: Visit, now: Date, zone: string): string | null {
  const at = wallTime(scheduled_datetime, zone)
  return at && at.slice(0, 10) <= dayOf(now, zone) ? at : wallOfText(updated_at ?? created_at, zone)
}
