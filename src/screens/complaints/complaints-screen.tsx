import { Link } from '@tanstack/react-router'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { MapLink } from '../../parts/map-link.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { complaintSheet } from '../../parts/sheets.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { allComplaints, complaintListing } from '../../records/inspection.ts'
import { complaintStatus, complaintStatuses } from '../../rules/complaint-status.ts'
import { dateText } from '../../rules/date-text.ts'
import { cutText } from '../../rules/text.ts'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { ComplaintUnit } from './complaint-unit.tsx'

/** All complaints, newest first, narrowed by status (CP-01, CP-02). */
export function ComplaintsScreen() {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  const status = useFilter('status')
  const columns: Column<Inspection>[] = [
    {
      title: 'Complaint',
      onPhone: 'head',
      cell: (it) => (
        <>
          <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
            {cutText(it.description, 80) || `Complaint #${it.id}`}
          </Link>{' '}
          <UnsentMark entries={marks.get(it.id)} />
        </>
      ),
    },
    {
      title: 'Address',
      onPhone: 'plain',
      cell: (it) => <AddressLink id={it.address_id} combadd={it.address?.combadd} />,
    },
    {
      title: 'Unit',
      cell: (it) => (it.unit_id ? <ComplaintUnit unitId={it.unit_id} addressId={it.address_id} /> : '—'),
    },
    { title: 'Created', sortBy: (it) => it.created_at, cell: (it) => dateText(it.created_at, zone) },
    {
      title: 'Status',
      sortBy: (it) => complaintStatus(it.status),
      cell: (it) => <StatusBadge of="complaint" status={it.status} />,
    },
  ]
  const complaints = useLongList({
    query: allComplaints(),
    listing: complaintListing(status.value),
    columns,
    failed: 'Failed to fetch complaints',
  })
  return (
    <Page
      title="Complaints"
      meta={<AsOf of={complaints} />}
      actions={<MapLink kind="complaint" filter={{ status: status.value }} />}
    >
      <Filters>
        <SelectFilter label="Status" choices={complaintStatuses} {...status} />
      </Filters>
      <PagedList
        name="Complaints"
        tools={(all) => <ListTools name="Complaints" rows={all} sheet={complaintSheet} />}
        part={complaints.part}
        columns={columns}
        empty={status.value === '' ? 'No complaints available.' : 'No complaints match your filter.'}
        problem={complaints.said}
      />
    </Page>
  )
}
