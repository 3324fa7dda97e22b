import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Marked } from '../../parts/map/use-marks.ts'
import { listTables } from '../../records/list-tables.ts'
import { rowWords } from '../../records/row-words.ts'
import type { SheetFacts } from '../../records/sheets.ts'
import { complaintStatus } from '../../rules/complaint-status.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { dayOfText } from '../../rules/day-of-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { inspectionStatusText } from '../../rules/inspection-status.ts'
import type { Filtered, MatterKind } from '../../rules/map-filter.ts'
import { openViolations } from '../../rules/open-matters.ts'
import { cutText } from '../../rules/text.ts'
import { violationBadge } from '../../rules/violation-status.ts'
import { violationTypeText } from '../../rules/violation-type.ts'

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

const tables = { stop: listTables.inspections, violation: listTables.violations, complaint: listTables.complaints }

/** What the filter reads is what the record's list filters by. */
function asListed(kind: MatterKind, row: AnyRow, { zone, facts }: Read) {
  const { person, moment, due, codes, sheet } = tables[kind]
  return {
    person: person?.(row) ?? '',
    sections: codes?.(row) ?? [],
    day: (moment ? dayOfText(moment(row), zone) : due?.(row, zone)) ?? '',
    words: facts ? rowWords(sheet.map(([, cell]) => cell(row, facts))) : '',
  }
}

/** What records are read with. */
interface Read {
  zone: string
  /** For the words of the records; null if nobody searches them. */
  facts: SheetFacts | null
}

export function stopOnMap(it: Inspection, read: Read): MapRecord {
  const title = it.address?.combadd?.trim() || noAddress
  const isTold = isComplaint(it)
  const kind = isTold ? 'complaint' : 'stop'
  const when = it.scheduled_datetime ? scheduleText(it.scheduled_datetime, read.zone) : ''
  return {
    kind,
    ...asListed(kind, it, read),
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
  }
}

/** Violations: open ones first, soonest deadline first, then the others in their order. */
export function violationsOnMap(rows: readonly Violation[], now: Date, read: Read): MapRecord[] {
  const open = openViolations(rows, now, read.zone)
  const known = new Set(open.map(({ record }) => record.id))
  const closed = rows.filter(({ id }) => !known.has(id)).map((record) => ({ record, left: null }))
  return [...open, ...closed].map(({ record, left }) => ({
    kind: 'violation',
    ...asListed('violation', record, read),
    id: record.id,
    address_id: record.address_id,
    title: record.combadd?.trim() || noAddress,
    shown: joined(violationTypeText(record.violation_type), left?.text),
    isLate: left?.isLate === true,
    status: violationBadge(record.status).text,
    userId: record.user_id ?? null,
    source: '',
    codes: (record.codes ?? []).map(({ id }) => id),
  }))
}
