import { Link } from '@tanstack/react-router'
import type { Permit } from '../../contract/permit.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { allPermits } from '../../records/permit.ts'
import { dateText } from '../../rules/date-text.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react.ts'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** All permits, newest first (PM-01). They are made by the server when an inspection is completed (PM-02). */
export function PermitsScreen() {
  const permits = useRows(allPermits())
  const zone = useZone()
  const { rows, problem } = listed(permits, 'Failed to fetch permits')
  return (
    <Page title="Permits" meta={<AsOf of={permits} />}>
      <List
        name="Permits"
        rows={rows && newestFirst(rows)}
        columns={columnsIn(zone)}
        empty="No permits available. A permit is made when its inspection is completed."
        problem={problem}
      />
    </Page>
  )
}

const columnsIn = (zone: string): Column<Permit>[] => [
  {
    title: 'Permit',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/permit/$permitId" params={{ permitId: String(it.id) }}>
        {it.permit_number?.trim() || `#${it.id}`}
      </Link>
    ),
  },
  { title: 'Type', onPhone: 'plain', cell: (it) => it.permit_type?.trim() || 'N/A' },
  { title: 'Address', onPhone: 'plain', cell: (it) => <AddressLink id={it.address_id} combadd={it.combadd} /> },
  { title: 'Issued', sortBy: (it) => it.date_issued, cell: (it) => dateText(it.date_issued, zone) || 'N/A' },
  { title: 'Paid', onPhone: 'plain', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
]
