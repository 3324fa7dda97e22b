import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Citation } from '../../../contract/citation.ts'
import { CitationDeadline } from '../../../parts/deadlines.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { UnsentMark, useUnsentMarks } from '../../../parts/unsent-mark.tsx'
import { useNow, useZone } from '../../../parts/use-now.ts'
import { fineText } from '../../../rules/citation-form.ts'
import { citationOrders, inCitationOrder } from '../../../rules/citation-order.ts'
import { citationStatusOf } from '../../../rules/citation-status.ts'
import { Filters, SelectFilter, useFilter } from '../../../ui/filters.tsx'
import { type Column, List } from '../../../ui/list.tsx'
import type { KnownCitations } from '../known-citations.ts'
import { TabActions } from './tab-actions.tsx'

/** The citations of the address, newest first; optionally unpaid or past due ones first (AD-27). */
export function CitationsTab({ rows, problem, unheld, unread, isReading }: KnownCitations) {
  const order = useFilter('citations-order')
  const marks = useUnsentMarks('citation')
  const now = useNow()
  const zone = useZone()
  /** An unknown value is shown neither as "N/A" nor as "Unknown". */
  const orNotYet = (it: Citation, known: ReactNode) =>
    unread.has(it.id) ? isReading ? 'Loading...' : <span title="Not on this device yet">—</span> : known
  const columns: Column<Citation>[] = [
    {
      title: 'Citation ID',
      onPhone: 'head',
      cell: (it) => (
        <>
          <Link to="/citation/$citationId" params={{ citationId: String(it.id) }}>
            {it.citationid?.trim() || `Citation #${it.id}`}
          </Link>{' '}
          <UnsentMark entries={marks.get(it.id)} />
        </>
      ),
    },
    { title: 'Fine', cell: (it) => orNotYet(it, fineText(it.fine)) },
    { title: 'Deadline', cell: (it) => <CitationDeadline citation={it} /> },
    { title: 'Status', cell: (it) => orNotYet(it, <StatusBadge of="citation" status={citationStatusOf(it)} />) },
  ]
  return (
    <>
      {rows && rows.length > 1 && (
        <TabActions>
          <Filters>
            <SelectFilter label="Sort by" all="Newest first" choices={citationOrders} {...order} />
          </Filters>
        </TabActions>
      )}
      <List
        name="Citations"
        inUrl="citations"
        rows={rows && inCitationOrder(rows, order.value, now, zone)}
        columns={columns}
        empty={unheld ?? 'No citations available.'}
        problem={problem}
      />
    </>
  )
}
