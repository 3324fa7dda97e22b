import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Permit } from '../../contract/permit.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ListBar } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { narrowed } from '../../records/listing.ts'
import { allPermits } from '../../records/permit.ts'
import { permitSheet } from '../../records/sheets.ts'
import { dateText } from '../../rules/date-text.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { AddPermit } from './add-permit.tsx'

/** All permits, newest first (PM-01). The server makes them when an inspection is completed (PM-02). */
export function PermitsScreen() {
  const zone = useZone()
  // Off unless the town enables it (PM-02).
  const mayAdd = useEngine().town.manualPermits && mayWrite(useUser().role)
  const [isAdding, setAdding] = useState(false)
  const own = useMemo(() => columnsIn(zone), [zone])
  const chosen = useListColumns('permits', own, permitSheet)
  const permits = useLongList({
    name: 'permits',
    query: allPermits(),
    listing: narrowed('permit', []),
    titles: chosen.titles,
    failed: 'Failed to fetch permits',
  })
  return (
    <Page
      title="Permits"
      meta={<AsOf of={permits} />}
      actions={
        mayAdd && (
          <Button icon={isAdding ? undefined : 'plus'} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            {isAdding ? 'Cancel' : 'Add Permit'}
          </Button>
        )
      }
    >
      {isAdding && <AddPermit onMade={() => setAdding(false)} />}
      <ListBar list={permits.atHand} day="Issued" />
      <PagedList
        name="Permits"
        tools={
          <LongListTools name="Permits" sheet={permitSheet} list={permits.atHand} page={permits.part.pages.page}>
            <ColumnsButton {...chosen} />
          </LongListTools>
        }
        part={permits.part}
        columns={chosen.columns}
        empty={
          permits.isSearched
            ? 'No permits match your filter.'
            : 'No permits available. A permit is made when its inspection is completed.'
        }
        problem={permits.said}
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
  { title: 'Issued', isOrdered: true, isKept: true, cell: (it) => dateText(it.date_issued, zone) || 'N/A' },
  { title: 'Paid', onPhone: 'plain', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
]
