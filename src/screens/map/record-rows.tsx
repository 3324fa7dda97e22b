import { markKey } from '../../parts/map/use-marks.ts'
import { RecordTo } from '../../parts/record-to.tsx'
import type { MatterKind } from '../../rules/map-filter.ts'
import { IconButton } from '../../ui/button.tsx'
import { KindSign, Rows } from './map-looks.tsx'
import type { MapRecord } from './map-records.ts'

export const kindWords: Record<MatterKind, { one: string; many: string }> = {
  stop: { one: 'Inspection', many: 'Inspections' },
  violation: { one: 'Violation', many: 'Violations' },
  complaint: { one: 'Complaint', many: 'Complaints' },
}

interface Props {
  label: string
  records: readonly MapRecord[]
  isCard?: true
  /** Shows a record on the map; absent if it is already shown. */
  onShow?: (record: MapRecord) => void
  /** The keys of records that have a mark. */
  marked?: ReadonlySet<string>
  /** Includes closed records, so each shows its status. */
  hasClosed?: boolean
}

/** Records with their links, for the list beside the map and for the card. */
export function RecordRows({ label, records, isCard, onShow, marked, hasClosed }: Props) {
  return (
    <Rows aria-label={label} isCard={isCard}>
      {records.map((record) => {
        const key = markKey(record)
        return (
          <li key={key}>
            <RecordTo kind={record.kind === 'stop' ? 'inspection' : record.kind} id={record.id}>
              <KindSign kind={record.kind} />
              <div>
                <strong>{record.title}</strong>
                <span data-late={record.isLate ? '' : undefined}>
                  <span className="unseen">{kindWords[record.kind].one}: </span>
                  {[record.shown, hasClosed ? record.status : ''].filter(Boolean).join(' · ')}
                  {marked && !marked.has(key) && ' · not on the map'}
                </span>
              </div>
            </RecordTo>
            {onShow && marked?.has(key) && (
              <IconButton icon="pin" label={`Show ${record.title} on the map`} onClick={() => onShow(record)} />
            )}
          </li>
        )
      })}
    </Rows>
  )
}
