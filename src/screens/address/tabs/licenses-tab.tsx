import { Link } from '@tanstack/react-router'
import type { License } from '../../../contract/license.ts'
import type { Permit } from '../../../contract/permit.ts'
import type { Listed } from '../../../parts/listed.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useZone } from '../../../parts/use-now.ts'
import { dateText } from '../../../rules/date-text.ts'
import { licenseTypeText } from '../../../rules/license-type.ts'
import { licenseOrder, newestBy, newestFirst } from '../../../rules/list-order.ts'
import { type Column, List } from '../../../ui/list.tsx'

/** The licences of the address (AD-28). */
export function LicensesTab({ rows, problem, unheld }: Listed<License>) {
  return (
    <List
      name="Licenses"
      inUrl="licenses"
      rows={rows && newestBy(rows, licenseOrder)}
      columns={licenseColumns(useZone())}
      empty={unheld ?? 'No licenses for this address.'}
      problem={problem}
    />
  )
}

const licenseColumns = (zone: string): Column<License>[] => [
  {
    title: 'License',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/license/$licenseId" params={{ licenseId: String(it.id) }}>
        {it.license_number?.trim() || `#${it.id}`}
      </Link>
    ),
  },
  { title: 'Type', cell: (it) => licenseTypeText(it.license_type) },
  { title: 'Expires', isKept: true, cell: (it) => dateText(it.expiration_date, zone) || 'N/A' },
  { title: 'Paid', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
  { title: 'Sent', cell: (it) => <StatusBadge of="sent" status={it.sent} /> },
]

/** The permits of the address (AD-28). */
export function PermitsTab({ rows, problem, unheld }: Listed<Permit>) {
  return (
    <List
      name="Permits"
      inUrl="permits"
      rows={rows && newestFirst(rows)}
      columns={permitColumns(useZone())}
      empty={unheld ?? 'No permits for this address.'}
      problem={problem}
    />
  )
}

const permitColumns = (zone: string): Column<Permit>[] => [
  {
    title: 'Permit',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/permit/$permitId" params={{ permitId: String(it.id) }}>
        {it.permit_number?.trim() || `#${it.id}`}
      </Link>
    ),
  },
  { title: 'Type', cell: (it) => it.permit_type?.trim() || 'N/A' },
  { title: 'Issued', isKept: true, cell: (it) => dateText(it.date_issued, zone) || 'N/A' },
  { title: 'Paid', cell: (it) => <StatusBadge of="paid" status={it.paid} /> },
]
