import type { ServiceWay } from '../contract/service.ts'
import { complaintStatus } from './complaint-status.ts'
import { parseMoment, townZone } from './dates.ts'
import { inspectionStatusText, notYetConducted } from './inspection-status.ts'
import { licenseTypeText } from './license-type.ts'
import { idRank } from './list-order.ts'
import { serviceWords } from './service.ts'
import { cutText } from './text.ts'
import { violationBadge } from './violation-status.ts'
import { violationTypeText } from './violation-type.ts'
import { type StatusSet, statusSetAt, visitedAt } from './visited-at.ts'
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

/**
 * The events at an address, newest first; those of the same minute by their full time, then by number. Records without
 * a time, and plans, are left out.
 */
export function timelineOf(records: TimelineRecords, zone: string = townZone): TimelineEvent[] {
  const written = (it: Row) => wallOfText(writtenAt(it), zone)
  const issued = (it: Issued) => wallOfText(it.date_issued, zone) ?? written(it)
  const lines: Line[] = [
    ...records.comments.map((it) => line('comment', it, written(it), 'Comment', cutText(it.content, detailLength))),
    ...records.complaints.map((it) =>
      line(
        'complaint',
        it,
        written(it),
        `Complaint: ${complaintStatus(it.status)}`,
        cutText(it.description?.trim(), detailLength),
      ),
    ),
    ...records.inspections
      .filter((it) => !notYetConducted(it.status))
      .map((it) =>
        line('inspection', it, visitedAt(it, zone), `Inspection: ${it.source}`, inspectionStatusText(it.status)),
      ),
    ...records.violations.map((it) =>
      line(
        'violation',
        it,
        written(it),
        `Violation: ${violationTypeText(it.violation_type)}`,
        violationBadge(it.status).text,
      ),
    ),
    ...(records.services ?? []).map((it) => ({
      ...line('service', it, written(it), `Notice ${serviceWords(it)}`, it.voided_at ? 'Voided' : ''),
      violationId: it.violation_id,
    })),
    ...records.citations.map((it) => line('citation', it, written(it), 'Citation', it.citationid?.trim() ?? '')),
    ...records.licenses.map((it) =>
      line('license', it, issued(it), licenseTypeText(it.license_type), it.license_number?.trim() ?? ''),
    ),
    ...records.permits.map((it) =>
      line('permit', it, issued(it), it.permit_type?.trim() || 'Permit', it.permit_number?.trim() ?? ''),
    ),
  ]
  return lines
    .flatMap(({ row, at, ...event }) => (at === null ? [] : [{ at, event, inMinute: msInMinute(row, at, zone) }]))
    .sort((a, b) =>
      a.at === b.at ? b.inMinute - a.inMinute || idRank(b.event.id) - idRank(a.event.id) : a.at < b.at ? 1 : -1,
    )
    .map(({ at, event }) => ({ ...event, at }))
}

type Line = Omit<TimelineEvent, 'at'> & { at: string | null; row: Row & StatusSet }

const line = (kind: TimelineKind, row: Line['row'], at: string | null, title: string, detail: string): Line => ({
  ...{ kind, id: row.id, at, title, detail, row },
})

/** The part of a wall time below the minute (ms), from the stamp that the wall time is of. A day or an appointment has 0. */
function msInMinute(row: Line['row'], at: string, zone: string): number {
  const stamp = [writtenAt(row), statusSetAt(row), row.created_at].find((it) => wallOfText(it, zone) === at)
  return (parseMoment(stamp)?.getTime() ?? 0) % 60_000
}
