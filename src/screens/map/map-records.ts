import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import type { Marked } from '../../parts/map/use-marks.ts'
import { searchable } from '../../rules/address-text.ts'
import { complaintStatus } from '../../rules/complaint-status.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { wallTime } from '../../rules/dates.ts'
import { dayOfText } from '../../rules/day-of-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { inspectionStatusText } from '../../rules/inspection-status.ts'
import type { Filtered, MatterKind } from '../../rules/map-filter.ts'
import { openViolations } from '../../rules/open-matters.ts'
import { cutText } from '../../rules/text.ts'
import { violationBadge } from '../../rules/violation-status.ts'
import { violationTypeText } from '../../rules/violation-type.ts'
import { type Stamped, writtenAt } from '../../rules/written-at.ts'

/** A record on the map and in the list beside it. */
export interface MapRecord extends Marked, Filtered {
  kind: MatterKind
  /** Its address. */
  title: string
  /** What it is, and when. */
  shown: string
  isLate: boolean
  /** Its status, as in its list. */
  status: string
}

const noAddress = 'No address'

const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** The day on which a record was written, in the field or at the office. */
const dayWritten = (it: Stamped, zone: string): string => dayOfText(writtenAt(it), zone) ?? ''

export function stopOnMap(it: Inspection, zone: string): MapRecord {
  const title = it.address?.combadd?.trim() || noAddress
  const isTold = isComplaint(it)
  const when = it.scheduled_datetime ? scheduleText(it.scheduled_datetime, zone) : ''
  return {
    kind: isTold ? 'complaint' : 'stop',
    id: it.id,
    address_id: it.address_id,
    address: it.address,
    title,
    shown: joined(isTold ? cutText(it.description, 60) || it.source : it.source, when),
    isLate: false,
    status: isTold ? complaintStatus(it.status) : inspectionStatusText(it.status),
    userId: it.inspector_id ?? null,
    source: it.source,
    codes: [],
    day: isTold ? dayWritten(it, zone) : (wallTime(it.scheduled_datetime, zone)?.slice(0, 10) ?? ''),
    words: searchable(joined(title, it.description, it.source)),
  }
}

/** Violations: open ones first, soonest deadline first, then the others in their order. */
export function violationsOnMap(rows: readonly Violation[], now: Date, zone: string): MapRecord[] {
  const open = openViolations(rows, now, zone)
  const known = new Set(open.map(({ record }) => record.id))
  const closed = rows.filter(({ id }) => !known.has(id)).map((record) => ({ record, left: null }))
  return [...open, ...closed].map(({ record, left }) => {
    const title = record.combadd?.trim() || noAddress
    const sections = record.codes ?? []
    return {
      kind: 'violation',
      id: record.id,
      address_id: record.address_id,
      title,
      shown: joined(violationTypeText(record.violation_type), left?.text),
      isLate: left?.isLate === true,
      status: violationBadge(record.status).text,
      userId: record.user_id ?? null,
      source: '',
      codes: sections.map(({ id }) => id),
      day: dayWritten(record, zone),
      words: searchable(joined(title, record.description, record.comment, ...sections.map(({ name }) => name))),
    }
  })
}
