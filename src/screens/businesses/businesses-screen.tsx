import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Business } from '../../contract/business.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { businessSheet } from '../../parts/sheets.ts'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { allBusinesses } from '../../records/business.ts'
import { businessMatches } from '../../rules/contact-search.ts'
import { byText } from '../../rules/list-order.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Filters, TextFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** All businesses by name (BU-01). */
export function BusinessesScreen() {
  const businesses = useRows(allBusinesses())
  const marks = useUnsentMarks('business')
  const search = useFilter('search')
  const { rows, problem } = listed(businesses, 'Failed to fetch businesses')
  const ordered = useMemo(() => rows && byText(rows, (it) => it.name), [rows])
  const found = ordered?.filter((it) => businessMatches(it, search.value))
  return (
    <Page title="Businesses" meta={<AsOf of={businesses} />}>
      <Filters>
        <TextFilter label="Search businesses" placeholder="Name or trading as" {...search} />
      </Filters>
      <List
        name="Businesses"
        tools={(all) => <ListTools name="Businesses" rows={all} sheet={businessSheet} />}
        rows={found}
        columns={columnsWith(marks)}
        empty={search.value.trim() === '' ? 'No businesses available.' : 'No businesses match your search.'}
        problem={problem}
      />
    </Page>
  )
}

const columnsWith = (marks: ReturnType<typeof useUnsentMarks>): Column<Business>[] => [
  {
    title: 'Name',
    onPhone: 'head',
    cell: (it) => (
      <>
        <Link to="/business/$businessId" params={{ businessId: String(it.id) }}>
          {it.name?.trim() || `Business #${it.id}`}
        </Link>{' '}
        <UnsentMark entries={marks.get(it.id)} />
      </>
    ),
  },
  { title: 'Trading As', cell: (it) => it.trading_as?.trim() || 'N/A' },
  {
    title: 'Address',
    onPhone: 'plain',
    cell: (it) => <AddressLink id={it.address_id} combadd={it.address?.combadd} />,
  },
  {
    title: 'Status',
    cell: (it) => (it.is_closed ? <Badge tone="gray">Closed</Badge> : <Badge tone="green">Open</Badge>),
  },
]
