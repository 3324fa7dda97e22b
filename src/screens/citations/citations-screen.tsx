import { Link } from '@tanstack/react-router'
import type { Citation } from '../../contract/citation.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CitationDeadline } from '../../parts/deadlines.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { citationSheet } from '../../parts/sheets.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useNow } from '../../parts/use-now.ts'
import { allCitations } from '../../records/citation.ts'
import { citationStatuses, citationStatusOf } from '../../rules/citation-status.ts'
import { isInCitationFilter } from '../../rules/list-filter.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Filters, SelectFilter, TextFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

const dues = ['Past Due', 'Not Past Due'] as const

/** All citations, narrowed by id, status and past due; sorted by deadline or status (CT-01 to CT-05). */
export function CitationsScreen() {
  const citations = useRows(allCitations())
  const marks = useUnsentMarks('citation')
  const now = useNow()
  const idText = useFilter('id')
  const status = useFilter('status')
  const due = useFilter('due')
  const { rows, problem } = listed(citations, 'Failed to fetch citations')
  const filter = {
    idText: idText.value,
    status: status.value === '' ? null : Number(status.value),
    due: dues.find((it) => it === due.value) ?? ('' as const),
  }
  const shown = rows
    ?.map((row) => ({ row, facts: { ...row, status: citationStatusOf(row) } }))
    .filter(({ facts }) => isInCitationFilter(facts, filter, now))
    .map(({ row }) => row)
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
      <List
        name="Citations"
        tools={(all) => <ListTools name="Citations" rows={all} sheet={citationSheet} />}
        rows={shown && newestFirst(shown)}
        columns={columnsWith(marks)}
        empty={isNarrowed ? 'No citations match your filter.' : 'No citations available.'}
        problem={problem}
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
