import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { License } from '../../contract/license.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ListBar } from '../../parts/list-bar.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { useZone } from '../../parts/use-now.ts'
import { allLicenses, licenseListing } from '../../records/license.ts'
import { licenseSheet } from '../../records/sheets.ts'
import { dateText } from '../../rules/date-text.ts'
import { licenseTypeText } from '../../rules/license-type.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, SelectFilter, TextFilter, useFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { AddLicense } from './add-license.tsx'

/** All licences, newest first, filtered by paid, sent and address (LC-01 to LC-04). */
export function LicensesScreen() {
  const zone = useZone()
  const canWrite = mayWrite(useUser().role)
  const [isAdding, setAdding] = useState(false)
  const paid = useFilter('paid')
  const sent = useFilter('sent')
  const address = useTextFilter('address')
  const own = useMemo(() => columnsIn(zone), [zone])
  const chosen = useListColumns('licenses', own, licenseSheet)
  const licenses = useLongList({
    name: 'licenses',
    query: allLicenses(),
    listing: licenseListing(flagOf(paid.value), flagOf(sent.value)),
    titles: chosen.titles,
    narrow: address.value,
    failed: 'Failed to fetch licenses',
  })
  return (
    <Page
      title="Licenses"
      meta={<AsOf of={licenses} />}
      actions={
        canWrite && (
          <Button icon="plus" onClick={() => setAdding(true)}>
            Add License
          </Button>
        )
      }
    >
      {isAdding && <AddLicense onClose={() => setAdding(false)} />}
      <Filters>
        <SelectFilter
          label="Paid"
          choices={[
            ['1', 'Paid'],
            ['0', 'Payment Due'],
          ]}
          {...paid}
        />
        <SelectFilter
          label="Sent"
          choices={[
            ['1', 'Sent'],
            ['0', 'Not Sent'],
          ]}
          {...sent}
        />
        <TextFilter label="Address or id" {...address} />
      </Filters>
      <ListBar list={licenses.atHand} day="Expires" />
      <PagedList
        name="Licenses"
        tools={
          <LongListTools name="Licenses" sheet={licenseSheet} list={licenses.atHand} page={licenses.part.pages.page}>
            <ColumnsButton {...chosen} />
          </LongListTools>
        }
        part={licenses.part}
        columns={chosen.columns}
        empty="No licenses match the current filters."
        problem={licenses.said}
      />
    </Page>
  )
}

const flagOf = (text: string): boolean | null => (text === '' ? null : text === '1')

const columnsIn = (zone: string): Column<License>[] => [
  {
    title: 'License',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/license/$licenseId" params={{ licenseId: String(it.id) }}>
        {it.license_number?.trim() || `#${it.id}`}
      </Link>
    ),
  },
  { title: 'Type', onPhone: 'plain', cell: (it) => licenseTypeText(it.license_type) },
  { title: 'Address', onPhone: 'plain', cell: (it) => <AddressLink id={it.address_id} combadd={it.combadd} /> },
  {
    title: 'Issued',
    isKept: true,
    onPhone: 'none',
    isOrdered: true,
    cell: (it) => dateText(it.date_issued, zone) || 'N/A',
  },
  {
    title: 'Expires',
    isKept: true,
    isOrdered: true,
    cell: (it) => dateText(it.expiration_date, zone) || 'N/A',
  },
  { title: 'Paid', onPhone: 'plain', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
  { title: 'Sent', onPhone: 'plain', cell: (it) => <StatusBadge of="sent" status={it.sent} /> },
]
