import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import type { MarkKind } from '../../parts/map/mark.ts'
import type { Marked } from '../../parts/map/use-marks.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { isComplaint } from '../../rules/inspection-source.ts'
import { openViolations } from '../../rules/open-matters.ts'
import { cutText } from '../../rules/text.ts'
import { violationTypeText } from '../../rules/violation-type.ts'

/** The kinds of open matters. */
export type MatterKind = Exclude<MarkKind, 'address'>

/** A record as the map and the list beside it show it. */
export interface MapRecord extends Marked {
  kind: MatterKind
  /** Its address. */
  title: string
  /** What it is, and when. */
  words: string
  isLate: boolean
  /** Whose it is. */
  userId: Id | null
}

const noAddress = 'No address'

export const stopOnMap = (it: Inspection, zone: string): MapRecord => ({
  kind: isComplaint(it) ? 'complaint' : 'stop',
  id: it.id,
  address_id: it.address_id,
  address: it.address,
  title: it.address?.combadd?.trim() || noAddress,
  words: [isComplaint(it) ? cutText(it.description, 60) || it.source : it.source, whenOf(it, zone)]
    .filter(Boolean)
    .join(' · '),
  isLate: false,
  userId: it.inspector_id ?? null,
})

const whenOf = (it: Inspection, zone: string) =>
  it.scheduled_datetime ? scheduleText(it.scheduled_datetime, zone) : ''

/** Open violations, the soonest deadline first. */
export const violationsOnMap = (rows: readonly Violation[], now: Date, zone: string): MapRecord[] =>
  openViolations(rows, now, zone).map(({ record, left }) => ({
    kind: 'violation',
    id: record.id,
    address_id: record.address_id,
    title: record.combadd?.trim() || noAddress,
    words: [violationTypeText(record.violation_type), left?.text].filter(Boolean).join(' · '),
    isLate: left?.isLate === true,
    userId: record.user_id ?? null,
  }))
