import { Link } from '@tanstack/react-router'
import type { Citation } from '../../../contract/citation.ts'
import { CitationDeadline } from '../../../parts/deadlines.tsx'
import type { Listed } from '../../../parts/listed.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { fineText } from '../../../rules/citation-form.ts'
import { citationStatusOf } from '../../../rules/citation-status.ts'
import { newestFirst } from '../../../rules/list-order.ts'
import { type Column, List } from '../../../ui/list.tsx'

/** The citations of the address, newest first (AD-27). */
export function CitationsTab({ rows, problem }: Listed<Citation>) {
  return (
    <List
      name="Citations"
      inUrl="citations"
      rows={rows && newestFirst(rows)}
      columns={columns}
      empty="No citations available."
      problem={problem}
    />
  )
}

const columns: Column<Citation>[] = [
  {
    title: 'Citation ID',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/citation/$citationId" params={{ citationId: String(it.id) }}>
        {it.citationid?.trim() || `Citation #${it.id}`}
      </Link>
    ),
  },
  { title: 'Fine', cell: (it) => fineText(it.fine) },
  { title: 'Deadline', sortBy: (it) => it.deadline, cell: (it) => <CitationDeadline citation={it} /> },
  {
    title: 'Status',
    sortBy: citationStatusOf,
    cell: (it) => <StatusBadge of="citation" status={citationStatusOf(it)} />,
  },
]
