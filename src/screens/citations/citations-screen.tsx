import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Citation } from '../../contract/citation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { citationSheet } from '../../parts/sheets.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useNow } from '../../parts/use-now.ts'
import { allCitations, citationListing } from '../../records/citation.ts'
import { citationStatuses, citationStatusOf } from '../../rules/citation-status.ts'
import { citationMatches } from '../../rules/list-filter.ts'
import { Filters, SelectFilter, TextFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

const dues = ['Past Due', 'Not Past Due'] as const

/** All citations, narrowed by id, status and past due; sorted by deadline or status (CT-01 to CT-05). */
export function CitationsScreen() {
  const marks = useUnsentMarks('citation')
  const now = useNow()
  const idText = useFilter('id')
  const status = useFilter('status')
  const due = useFilter('due')
  const filter = {
    status: status.value === '' ? null : Number(status.value),
    due: dues.find((it) => it === due.value) ?? ('' as const),
  }
  const typed = idText.value
  const only = useMemo(() => (typed.trim() ? (it: Citation) => citationMatches(it, typed) : undefined), [typed])
  const columns = columnsWith(marks)
  const citations = useLongList({
    query: allCitations(),
    listing: citationListing(filter, now),
    columns,
    only,
    failed: 'Failed to fetch citations',
  })
  const isNarrowed = [idText, status, due].some((it) => it.value !== '')
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
      <PagedList
        name="Citations"
        tools={(all) => <ListTools name="Citations" rows={all} sheet={citationSheet} />}
        part={citations.part}
        columns={columns}
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
  { title: 'Deadline', sortBy: (it) => it.deadline, cell: (it) => <CitationDeadline citation={it} /> },
  {
    title: 'Status',
    sortBy: (it) => citationStatusOf(it),
    cell: (it) => <StatusBadge of="citation" status={citationStatusOf(it)} />,
  },
]
