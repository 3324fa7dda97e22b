import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Id } from '../../contract/id.ts'
import type { License } from '../../contract/license.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink, BusinessLink, InspectionLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { businessById } from '../../records/business.ts'
import { licenseById } from '../../records/license.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { licenseBadge } from '../../rules/license-badge.ts'
import { licenseTypeText } from '../../rules/license-type.ts'
import { mayWrite } from '../../rules/permissions.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { LicenseEdit } from './license-edit.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [licenseById(Number(params.licenseId))]

/** A licence (LC-11 to LC-15): its facts or their edit, with a link back to the list. */
export function LicenseScreen() {
  const { licenseId } = useParams({ from: '/license/$licenseId' })
  const id = Number(licenseId)
  const license = useRow(licenseById(id))
  if (license.row) return <OpenLicense license={license.row} age={<AsOf of={license} />} />
  return (
    <Page title="License" above={<Link to="/licenses">Back to Licenses</Link>}>
      <LoadState of={license} id={id} failed="Failed to fetch license" />
    </Page>
  )
}

function OpenLicense({ license, age }: { license: License; age: ReactNode }) {
  const zone = useZone()
  const canWrite = mayWrite(useUser().role)
  const [isEditing, setEditing] = useState(false)
  const wasEditing = useWasOpen(isEditing)
  const isExpired = licenseBadge([license], useNow(), zone)?.state === 'expired'
  return (
    <Page
      title={`${licenseTypeText(license.license_type)} ${license.license_number?.trim() || `#${license.id}`}`}
      above={<Link to="/licenses">Back to Licenses</Link>}
      meta={
        <>
          <StatusBadge of="paid" status={license.paid} />
          <StatusBadge of="sent" status={license.sent} />
          {isExpired && <Badge tone="red">Expired</Badge>}
          {license.revoked && <Badge tone="red">Revoked</Badge>}
          {age}
        </>
      }
      actions={
        canWrite &&
        !isEditing && (
          <Button icon="pencil" autoFocus={wasEditing} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <LicenseEdit license={license} onDone={() => setEditing(false)} />
      ) : (
        <LicenseFacts license={license} />
      )}
    </Page>
  )
}

function LicenseFacts({ license }: { license: License }) {
  const zone = useZone()
  return (
    <Facts
      dense="phone"
      facts={{
        Type: licenseTypeText(license.license_type),
        Number: license.license_number,
        Paid: license.paid ? 'Yes' : 'No',
        Sent: license.sent ? 'Yes' : 'No',
        ...(license.business_id ? { Business: <Holder businessId={license.business_id} /> } : {}),
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
  )
}

/** The business that holds the licence; if it fails to load, the licence is still readable (LC-14). */
function Holder({ businessId }: { businessId: Id }) {
  const { row, problem } = useRow(businessById(businessId))
  return (
    <>
      <BusinessLink id={businessId} />
      {!row && problem && <div>Unable to load business details</div>}
    </>
  )
}
