import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { License } from '../../contract/license.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink, BusinessLink, InspectionLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { licenseById } from '../../records/license.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { licenseBadge } from '../../rules/license-badge.ts'
import { licenseTypeText } from '../../rules/license-type.ts'
import { useRow } from '../../sync/react.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'

/** A licence (LC-11 to LC-15: what is shown of it, with the way back to the list). */
export function LicenseScreen() {
  const { licenseId } = useParams({ from: '/license/$licenseId' })
  const id = Number(licenseId)
  const license = useRow(licenseById(id))
  if (license.row) return <OpenLicense license={license.row} age={<AsOf of={license} />} />
  return (
    <Page title="License" above={<Link to="/licenses">Licenses</Link>}>
      <LoadState of={license} id={id} failed="Failed to fetch license" />
    </Page>
  )
}

function OpenLicense({ license, age }: { license: License; age: ReactNode }) {
  const zone = useZone()
  const isExpired = licenseBadge([license], useNow(), zone)?.state === 'expired'
  return (
    <Page
      title={`${licenseTypeText(license.license_type)} ${license.license_number?.trim() || `#${license.id}`}`}
      above={<Link to="/licenses">Licenses</Link>}
      meta={
        <>
          <StatusBadge of="paid" status={license.paid} />
          <StatusBadge of="sent" status={license.sent} />
          {isExpired && <Badge tone="red">Expired</Badge>}
          {license.revoked && <Badge tone="red">Revoked</Badge>}
          {age}
        </>
      }
    >
      <Facts
        facts={{
          Type: licenseTypeText(license.license_type),
          Number: license.license_number,
          ...(license.business_id ? { Business: <BusinessLink id={license.business_id} /> } : {}),
          Address: <AddressLink id={license.address_id} combadd={license.combadd} />,
          Inspection: license.inspection_id ? <InspectionLink id={license.inspection_id} /> : null,
          'Fiscal year': license.fiscal_year,
          Issued: dateText(license.date_issued, zone),
          Expires: dateText(license.expiration_date, zone),
          Conditions: license.conditions,
          Created: dateTimeText(license.created_at, zone),
          Updated: dateTimeText(license.updated_at, zone),
        }}
      />
    </Page>
  )
}
