import type { ServiceWay } from '../contract/service.ts'
import { complaintStatus } from './complaint-status.ts'
import { townZone } from './dates.ts'
import { inspectionStatusText, notYetConducted } from './inspection-status.ts'
import { licenseTypeText } from './license-type.ts'
import { idRank } from './list-order.ts'
import { serviceWords } from './service.ts'
import { cutText } from './text.ts'
import { violationBadge } from './violation-status.ts'
import { violationTypeText } from './violation-type.ts'
import { type StatusSet, visitedAt } from './visited-at.ts'
import { wallOfText } from './wall-of-text.ts'
import { type Stamped, writtenAt } from './written-at.ts'

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

interface Row extends Stamped {
  id: number
}

interface Visit extends Row, StatusSet {
  source: string
  status?: string | null | undefined
  description?: string | null | undefined
  scheduled_datetime?: string | null | undefined
}

interface Issued extends Row {
  date_issued?: string | null | undefined
}

/** The known records of an address. */
export interface TimelineRecords {
  comments: readonly (Row & { content: string })[]
  inspections: readonly Visit[]
  complaints: readonly Visit[]
  violations: readonly (Row & { violation_type?: string | null | undefined; status: number })[]
  services?: readonly (Row & {
    violation_id: number
    how: ServiceWay
    served_to: string
    voided_at?: string | null | undefined
  })[]
  citations: readonly (Row & { citationid?: string | null | undefined })[]
  licenses: readonly (Issued & { license_type: number; license_number?: string | null | undefined })[]
  permits: readonly (Issued & { permit_type?: string | null | undefined; permit_number?: string | null | undefined })[]
}

/** This many characters of a comment or complaint are enough to recognise it. */
const detailLength = 90

/** The events at an address, newest first. Records without a time, and plans, are left out. */
export function timelineOf(records: TimelineRecords, zone: string = townZone): TimelineEvent[] {
  const written = (it: Row) => wallOfText(writtenAt(it), zone)
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
        line('inspection', it.id, visitedAt(it, zone), `Inspection: ${it.source}`, inspectionStatusText(it.status)),
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
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : idRank(b.id) - idRank(a.id)))
}

const line = (kind: TimelineKind, id: number, at: string | null, title: string, detail: string) => ({
  kind,
  id,
  at,
  title,
  detail,
})
