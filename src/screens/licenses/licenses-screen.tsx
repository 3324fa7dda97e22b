import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { License } from '../../contract/license.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ListTools } from '../../parts/list-tools.tsx'
import { listed } from '../../parts/listed.ts'
import { AddressLink } from '../../parts/record-links.tsx'
import { licenseSheet } from '../../parts/sheets.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { allLicenses } from '../../records/license.ts'
import { dateText } from '../../rules/date-text.ts'
import { licenseTypeText } from '../../rules/license-type.ts'
import { isInLicenseFilter } from '../../rules/list-filter.ts'
import { licenseOrder, newestBy } from '../../rules/list-order.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Filters, SelectFilter, TextFilter, useFilter } from '../../ui/filters.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { AddLicense } from './add-license.tsx'

/** All licences, newest first, narrowed by paid, sent and address (LC-01 to LC-04). */
export function LicensesScreen() {
  const licenses = useRows(allLicenses())
  const zone = useZone()
  const canWrite = mayWrite(useUser().role)
  const [isAdding, setAdding] = useState(false)
  const paid = useFilter('paid')
  const sent = useFilter('sent')
  const address = useFilter('address')
  const { rows, problem } = listed(licenses, 'Failed to fetch licenses')
  const filter = { paid: flagOf(paid.value), sent: flagOf(sent.value), address: address.value }
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
      <List
        name="Licenses"
        tools={(all) => <ListTools name="Licenses" rows={all} sheet={licenseSheet} />}
        rows={rows && newestBy(rows, licenseOrder).filter((it) => isInLicenseFilter(it, filter))}
        columns={columnsIn(zone)}
        empty="No licenses match the current filters."
        problem={problem}
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
    onPhone: 'none',
    sortBy: (it) => it.date_issued,
    cell: (it) => dateText(it.date_issued, zone) || 'N/A',
  },
  { title: 'Expires', sortBy: (it) => it.expiration_date, cell: (it) => dateText(it.expiration_date, zone) || 'N/A' },
  { title: 'Paid', onPhone: 'plain', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
  { title: 'Sent', onPhone: 'plain', cell: (it) => <StatusBadge of="sent" status={it.sent} /> },
]
