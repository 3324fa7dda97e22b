import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Business } from '../../contract/business.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { allBusinesses } from '../../records/business.ts'
import { narrowed } from '../../records/listing.ts'
import { businessSheet } from '../../records/sheets.ts'
import { Badge } from '../../ui/badge.tsx'
import { Filters, TextFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** All businesses by name (BU-01). */
export function BusinessesScreen() {
  const marks = useUnsentMarks('business')
  const search = useTextFilter('search')
  const own = useMemo(() => columnsWith(marks), [marks])
  const chosen = useListColumns('businesses', own, businessSheet)
  const businesses = useLongList({
    name: 'businesses',
    query: allBusinesses(),
    listing: narrowed('business', []),
    titles: chosen.titles,
    narrow: search.value,
    failed: 'Failed to fetch businesses',
  })
  return (
    <Page title="Businesses" meta={<AsOf of={businesses} />}>
      <Filters>
        <TextFilter label="Search businesses" placeholder="Name or trading as" {...search} />
      </Filters>
      <SavedViews list="businesses" />
      <PagedList
        name="Businesses"
        tools={
          <LongListTools
            name="Businesses"
            sheet={businessSheet}
            list={businesses.atHand}
            page={businesses.part.pages.page}
          >
            <ColumnsButton {...chosen} />
          </LongListTools>
        }
        part={businesses.part}
        columns={chosen.columns}
        empty={search.value.trim() === '' ? 'No businesses available.' : 'No businesses match your search.'}
        problem={businesses.said}
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
