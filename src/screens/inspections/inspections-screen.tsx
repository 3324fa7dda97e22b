import { useState } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { inspectionSourceColumn } from '../../parts/inspection-source-column.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { MapLink } from '../../parts/map-link.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { inspectionSheet } from '../../parts/sheets.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { allInspections, inspectionListing } from '../../records/inspection.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { wallTime } from '../../rules/dates.ts'
import { inspectionSources } from '../../rules/inspection-source.ts'
import { inspectionStatuses, inspectionStatusText } from '../../rules/inspection-status.ts'
import { Button } from '../../ui/button.tsx'
import { DayFilter, Filters, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** All inspections but complaints, narrowed by source, status and days (IL-01 to IL-04). */
export function InspectionsScreen() {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  const filters = {
    source: useFilter('source'),
    status: useFilter('status'),
    from: useFilter('from'),
    to: useFilter('to'),
  }
  const isNarrowed = Object.values(filters).some((it) => it.value !== '')
  const [isOpen, setOpen] = useState(isNarrowed)
  const filter = {
    source: filters.source.value,
    status: filters.status.value,
    from: filters.from.value,
    to: filters.to.value,
  }
  const columns = columnsOf(marks, zone)
  const inspections = useLongList({
    query: allInspections(),
    listing: inspectionListing(filter),
    columns,
    failed: 'Failed to fetch inspections',
  })
  return (
    <Page
      title="Inspections"
      meta={<AsOf of={inspections} />}
      actions={
        <>
          <MapLink kind="stop" filter={filter} />
          <Button
            icon="filter"
            aria-expanded={isOpen}
            aria-controls="inspection-filters"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide Filters' : 'Show Filters'}
          </Button>
        </>
      }
    >
      <div id="inspection-filters" hidden={!isOpen}>
        <Filters>
          <SelectFilter label="Source" choices={sources} {...filters.source} />
          <SelectFilter label="Status" choices={inspectionStatuses} {...filters.status} />
          <DayFilter label="Scheduled from" {...filters.from} />
          <DayFilter label="Scheduled to" {...filters.to} />
        </Filters>
      </div>
      <PagedList
        name="Inspections"
        tools={(all) => <ListTools name="Inspections" rows={all} sheet={inspectionSheet} />}
        part={inspections.part}
        columns={columns}
        empty={isNarrowed ? 'No inspections match your filter.' : 'No inspections available.'}
        problem={inspections.said}
      />
    </Page>
  )
}

const columnsOf = (marks: ReturnType<typeof useUnsentMarks>, zone: string): Column<Inspection>[] => [
  inspectionSourceColumn(marks),
  {
    title: 'Status',
    sortBy: (it) => inspectionStatusText(it.status),
    cell: (it) => <StatusBadge of="inspection" status={it.status} />,
  },
  {
    title: 'Scheduled Date',
    sortBy: (it) => wallTime(it.scheduled_datetime, zone),
    cell: (it) => scheduleText(it.scheduled_datetime, zone),
  },
  {
    title: 'Address',
    onPhone: 'plain',
    cell: (it) => <AddressLink id={it.address_id} combadd={it.address?.combadd} />,
  },
]

// Complaints have a list of their own (G-17).
const sources = inspectionSources.map((it) => it.text).filter((it) => it !== 'Complaint')
