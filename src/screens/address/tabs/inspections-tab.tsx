import type { Inspection } from '../../../contract/inspection.ts'
import { complaintColumn } from '../../../parts/complaint-column.tsx'
import { inspectionSourceColumn } from '../../../parts/inspection-source-column.tsx'
import type { Listed } from '../../../parts/listed.ts'
import { UnitLink } from '../../../parts/record-links.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { useZone } from '../../../parts/use-now.ts'
import { dateText, scheduleText } from '../../../rules/date-text.ts'
import { complaintOrder, newestBy, newestFirst } from '../../../rules/list-order.ts'
import { type Column, List } from '../../../ui/list.tsx'

/** The inspections of the address, without complaints (AD-28). */
export function InspectionsTab({ rows, problem, unheld }: Listed<Inspection>) {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  return (
    <List
      name="Inspections"
      inUrl="inspections"
      rows={rows && newestFirst(rows)}
      columns={inspectionColumns(zone, marks)}
      empty={unheld ?? 'No inspections available.'}
      problem={problem}
    />
  )
}

type Marks = ReturnType<typeof useUnsentMarks>

const inspectionColumns = (zone: string, marks: Marks): Column<Inspection>[] => [
  inspectionSourceColumn(marks),
  { title: 'Scheduled Date', isKept: true, cell: (it) => scheduleText(it.scheduled_datetime, zone) },
  { title: 'Created', isKept: true, cell: (it) => dateText(it.created_at, zone) },
  { title: 'Status', cell: (it) => <StatusBadge of="inspection" status={it.status} /> },
]

/** The complaints about the address (AD-28). */
export function ComplaintsTab({ rows, problem, unheld }: Listed<Inspection>) {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  return (
    <List
      name="Complaints"
      inUrl="complaints"
      rows={rows && newestBy(rows, complaintOrder)}
      columns={complaintColumns(zone, marks)}
      empty={unheld ?? 'No complaints available.'}
      problem={problem}
    />
  )
}

const complaintColumns = (zone: string, marks: Marks): Column<Inspection>[] => [
  complaintColumn(marks),
  { title: 'Unit', cell: (it) => (it.unit_id ? <UnitLink id={it.unit_id} addressId={it.address_id} /> : null) },
  { title: 'Created', isKept: true, cell: (it) => dateText(it.created_at, zone) },
  { title: 'Status', cell: (it) => <StatusBadge of="complaint" status={it.status} /> },
]
