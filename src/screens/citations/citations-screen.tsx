import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Citation } from '../../contract/citation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { ListBar } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { allCitations, citationListing } from '../../records/citation.ts'
import { citationSheet } from '../../records/sheets.ts'
import { citationStatuses, citationStatusOf } from '../../rules/citation-status.ts'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

const dues = ['Past Due', 'Not Past Due'] as const

/** All citations, filtered by id, status and past due; sorted by deadline or status (CT-01 to CT-05). */
export function CitationsScreen() {
  const marks = useUnsentMarks('citation')
  const now = useNow()
  const zone = useZone()
  const idText = useTextFilter('id')
  const status = useFilter('status')
  const due = useFilter('due')
  const filter = {
    status: status.value === '' ? null : Number(status.value),
    due: dues.find((it) => it === due.value) ?? ('' as const),
  }
  const own = useMemo(() => columnsWith(marks), [marks])
  const chosen = useListColumns('citations', own, citationSheet)
  const citations = useLongList({
    name: 'citations',
    query: allCitations(),
    listing: citationListing(filter, now, zone),
    titles: chosen.titles,
    narrow: idText.value,
    failed: 'Failed to fetch citations',
  })
  const isNarrowed = citations.isSearched || [idText, status, due].some((it) => it.value !== '')
  return (
    <Page title="Citations" meta={<AsOf of={citations} />}>
      <Filters>
        <TextFilter label="Citation ID" {...idText} />
        <SelectFilter
          label="Status"
          choices={citationStatuses.map((it) => [String(it.value), it.text] as const)}
          {...status}
        />
        <SelectFilter label="Past Due" choices={dues} {...due} />
      </Filters>
      <ListBar list={citations.atHand} person="Inspector" day="Deadline" hasCodes />
      <PagedList
        name="Citations"
        tools={
          <LongListTools
            name="Citations"
            sheet={citationSheet}
            list={citations.atHand}
            page={citations.part.pages.page}
          >
            <ColumnsButton {...chosen} />
          </LongListTools>
        }
        part={citations.part}
        columns={chosen.columns}
        empty={isNarrowed ? 'No citations match your filter.' : 'No citations available.'}
        problem={citations.said}
      />
    </Page>
  )
}

const columnsWith = (marks: ReturnType<typeof useUnsentMarks>): Column<Citation>[] => [
  {
    title: 'Citation ID',
    onPhone: 'head',
    cell: (it) => (
      <>
        <Link to="/citation/$citationId" params={{ citationId: String(it.id) }}>
          {it.citationid?.trim() || 'Missing'}
        </Link>{' '}
        <UnsentMark entries={marks.get(it.id)} />
      </>
    ),
  },
  { title: 'Address', onPhone: 'plain', cell: (it) => it.combadd?.trim() || 'No Address' },
  { title: 'Deadline', isOrdered: true, cell: (it) => <CitationDeadline citation={it} /> },
  {
    title: 'Status',
    isOrdered: true,
    cell: (it) => <StatusBadge of="citation" status={citationStatusOf(it)} />,
  },
]
