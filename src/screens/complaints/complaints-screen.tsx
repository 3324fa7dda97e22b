import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { addressColumn } from '../../parts/address-column.tsx'
import { AsOf } from '../../parts/as-of.tsx'
import { TickButton, useTickColumn, useTicked } from '../../parts/bulk.tsx'
import { BulkInspections } from '../../parts/bulk-inspections.tsx'
import { ListBar } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { MapLink } from '../../parts/map-link.tsx'
import { SplitButton, SplitList, useNarrowed, useSplit } from '../../parts/split-list.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { allComplaints, complaintListing } from '../../records/inspection.ts'
import { complaintSheet } from '../../records/sheets.ts'
import { complaintStatuses } from '../../rules/complaint-status.ts'
import { dateText } from '../../rules/date-text.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { cutText } from '../../rules/text.ts'
import { useUser } from '../../sync/react/live.ts'
import { ButtonLook } from '../../ui/button.tsx'
import { Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { ComplaintRecord } from './complaint-screen.tsx'
import { ComplaintUnit } from './complaint-unit.tsx'

/** All complaints, newest first, filtered by status (CP-01, CP-02). */
export function ComplaintsScreen() {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  const status = useFilter('status')
  const { role } = useUser()
  const ticked = useTicked('complaints')
  const own = useMemo(() => columnsWith(marks, zone), [marks, zone])
  const chosen = useListColumns('complaints', own, complaintSheet)
  const split = useSplit()
  const columns = useTickColumn(ticked, useNarrowed(split, chosen.columns, besideRecord), tickName)
  const complaints = useLongList({
    name: 'complaints',
    query: allComplaints(),
    listing: complaintListing(status.value),
    titles: chosen.titles,
    failed: 'Failed to fetch complaints',
  })
  return (
    <Page
      title="Complaints"
      meta={<AsOf of={complaints} />}
      actions={
        <>
          {mayWrite(role) && (
            <ButtonLook asChild>
              <Link to="/complaint-by-phone">Complaint by phone</Link>
            </ButtonLook>
          )}
          <MapLink kind="complaint" filter={{ status: status.value }} />
        </>
      }
    >
      <Filters>
        <SelectFilter label="Status" choices={complaintStatuses} {...status} />
      </Filters>
      <ListBar list={complaints.atHand} person="Inspector" day="Created">
        {mayWrite(role) && <TickButton ticked={ticked} />}
        <SplitButton split={split} />
      </ListBar>
      <BulkInspections ticked={ticked} rows={complaints.part.rows} what="complaint" />
      <SplitList split={split} list="Complaints" name="Complaint" record={(id) => <ComplaintRecord routeId={id} />}>
        <PagedList
          name="Complaints"
          tools={
            <LongListTools
              name="Complaints"
              sheet={complaintSheet}
              list={complaints.atHand}
              page={complaints.part.pages.page}
            >
              <ColumnsButton {...chosen} />
            </LongListTools>
          }
          part={complaints.part}
          open={split.open}
          columns={columns}
          empty={
            status.value === '' && !complaints.isSearched
              ? 'No complaints available.'
              : 'No complaints match your filter.'
          }
          problem={complaints.said}
        />
      </SplitList>
    </Page>
  )
}

/** The columns that stay, after the first, beside an open record. */
const besideRecord = ['Complaint']

/** What a screen reader calls the check box of a row. */
const tickName = (it: Inspection) => `complaint ${it.id}, ${it.address?.combadd ?? ''}`

const columnsWith = (marks: ReturnType<typeof useUnsentMarks>, zone: string): Column<Inspection>[] => [
  addressColumn(marks, (it, text) => (
    <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
      {text}
    </Link>
  )),
  { title: 'Complaint', onPhone: 'plain', cell: (it) => cutText(it.description, 80) || `Complaint #${it.id}` },
  {
    title: 'Unit',
    cell: (it) => (it.unit_id ? <ComplaintUnit unitId={it.unit_id} addressId={it.address_id} /> : '—'),
  },
  { title: 'Created', isOrdered: true, isKept: true, cell: (it) => dateText(it.created_at, zone) },
  {
    title: 'Status',
    isOrdered: true,
    cell: (it) => <StatusBadge of="complaint" status={it.status} />,
  },
  { title: 'Inspector', onPhone: 'none', cell: (it) => personName(it.inspector, '—') },
]
