import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Permit } from '../../contract/permit.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink, BusinessLink, InspectionLink } from '../../parts/record-links.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useZone } from '../../parts/use-now.ts'
import { permitById } from '../../records/permit.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [permitById(Number(params.permitId))]

/** A permit with its paid state and a link back to the list (PM-01). */
export function PermitScreen() {
  const { permitId } = useParams({ from: '/permit/$permitId' })
  const id = Number(permitId)
  const permit = useRow(permitById(id))
  if (permit.row) return <OpenPermit permit={permit.row} age={<AsOf of={permit} />} />
  return (
    <Page title="Permit" above={<Link to="/permits">Back to Permits</Link>}>
      <LoadState of={permit} id={id} failed="Failed to fetch permit" />
    </Page>
  )
}

function OpenPermit({ permit, age }: { permit: Permit; age: ReactNode }) {
  const zone = useZone()
  return (
    <Page
      title={`Permit ${permit.permit_number?.trim() || `#${permit.id}`}`}
      above={<Link to="/permits">Back to Permits</Link>}
      meta={
        <>
          <StatusBadge of="paid" status={permit.paid} />
          {age}
        </>
      }
    >
      <Facts
        dense="phone"
        facts={{
          Type: permit.permit_type,
          Number: permit.permit_number,
          Paid: permit.paid ? 'Yes' : 'No',
          Address: <AddressLink id={permit.address_id} combadd={permit.combadd} />,
          Inspection: <InspectionLink id={permit.inspection_id} />,
          ...(permit.business_id ? { Business: <BusinessLink id={permit.business_id} /> } : {}),
          Issued: dateText(permit.date_issued, zone),
          Expires: dateText(permit.expiration_date, zone),
          Conditions: permit.conditions,
          Created: dateTimeText(permit.created_at, zone),
          Updated: dateTimeText(permit.updated_at, zone),
        }}
      />
    </Page>
  )
}
