import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Inspection } from '../../contract/inspection.ts'
import { addressColumn } from '../../parts/address-column.tsx'
import { AsOf } from '../../parts/as-of.tsx'
import { TickButton, useTickColumn, useTicked } from '../../parts/bulk.tsx'
import { BulkInspections } from '../../parts/bulk-inspections.tsx'
import { ListBar, useFiltersOpen } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { useListFilters } from '../../parts/list-filters.ts'
import { LongListTools } from '../../parts/list-tools.tsx'
import { MapLink } from '../../parts/map-link.tsx'
import { SplitButton, SplitList, useNarrowed, useSplit } from '../../parts/split-list.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { allInspections, inspectionListing } from '../../records/inspection.ts'
import { inspectionSheet } from '../../records/sheets.ts'
import { scheduleText } from '../../rules/date-text.ts'
import { inspectionSources } from '../../rules/inspection-source.ts'
import { inspectionStatuses } from '../../rules/inspection-status.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { personName } from '../../rules/person.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { DayFilter, dayIn, SelectFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { InspectionRecord } from './inspection-screen.tsx'

/** All inspections except complaints, filtered by source, status and days (IL-01 to IL-04). */
export function InspectionsScreen() {
  const marks = useUnsentMarks('inspection')
  const zone = useZone()
  const { filters, filter, isNarrowed } = useInspectionFilters()
  const { search } = useListFilters()
  const [isOpen, setOpen] = useFiltersOpen(isNarrowed || search.person !== '')
  const { role } = useUser()
  const ticked = useTicked('inspections')
  const own = useMemo(() => columnsOf(marks, zone), [marks, zone])
  const chosen = useListColumns('inspections', own, inspectionSheet)
  const split = useSplit()
  const columns = useTickColumn(ticked, useNarrowed(split, chosen.columns, besideRecord), tickName)
  const inspections = useLongList({
    name: 'inspections',
    query: allInspections(),
    listing: inspectionListing(filter),
    titles: chosen.titles,
    failed: 'Failed to fetch inspections',
  })
  return (
    <Page
      title="Inspections"
      meta={<AsOf of={inspections} />}
      actions={
        <>
          <MapLink kind="stop" filter={filter} />
          <Button icon="filter" aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide Filters' : 'Show Filters'}
          </Button>
        </>
      }
    >
      <ListBar list={inspections.atHand} person="Inspector" own={{ isOpen, filters: <OwnFilters {...filters} /> }}>
        {mayWrite(role) && <TickButton ticked={ticked} />}
        <SplitButton split={split} />
      </ListBar>
      <BulkInspections ticked={ticked} rows={inspections.part.rows} what="inspection" />
      <SplitList split={split} list="Inspections" name="Inspection" record={(id) => <InspectionRecord id={id} />}>
        <PagedList
          name="Inspections"
          tools={
            <LongListTools
              name="Inspections"
              sheet={inspectionSheet}
              list={inspections.atHand}
              page={inspections.part.pages.page}
            >
              <ColumnsButton {...chosen} />
            </LongListTools>
          }
          part={inspections.part}
          open={split.open}
          columns={columns}
          empty={
            isNarrowed || inspections.isSearched ? 'No inspections match your filter.' : 'No inspections available.'
          }
          problem={inspections.said}
        />
      </SplitList>
    </Page>
  )
}

/** The list's own filters, all in the URL (IL-01). */
function useInspectionFilters() {
  const filters = {
    source: useFilter('source'),
    status: useFilter('status'),
    from: useFilter('from', dayIn),
    to: useFilter('to', dayIn),
  }
  const filter = {
    source: filters.source.value,
    status: filters.status.value,
    from: filters.from.value,
    to: filters.to.value,
  }
  return { filters, filter, isNarrowed: Object.values(filter).some((it) => it !== '') }
}

const OwnFilters = ({ source, status, from, to }: ReturnType<typeof useInspectionFilters>['filters']) => (
  <>
    <SelectFilter label="Source" choices={sources} {...source} />
    <SelectFilter label="Status" choices={inspectionStatuses} {...status} />
    <DayFilter label="Scheduled from" {...from} />
    <DayFilter label="Scheduled to" {...to} />
  </>
)

/** The columns that stay, after the first, beside an open record. */
const besideRecord = ['Status', 'Scheduled Date']

/** What a screen reader calls the check box of a row. */
const tickName = (it: Inspection) => `${it.source ?? 'Inspection'}, ${it.address?.combadd ?? ''}`

const columnsOf = (marks: ReturnType<typeof useUnsentMarks>, zone: string): Column<Inspection>[] => [
  addressColumn(marks, (it, text) => (
    <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
      {text}
    </Link>
  )),
  { title: 'Source', isOrdered: true, onPhone: 'plain', cell: (it) => it.source },
  {
    title: 'Status',
    isOrdered: true,
    cell: (it) => <StatusBadge of="inspection" status={it.status} />,
  },
  {
    title: 'Scheduled Date',
    isOrdered: true,
    cell: (it) => scheduleText(it.scheduled_datetime, zone),
  },
  { title: 'Inspector', onPhone: 'none', cell: (it) => personName(it.inspector, '—') },
]

// Complaints have their own list (G-17).
const sources = inspectionSources.map((it) => it.text).filter((it) => it !== 'Complaint')
