import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Business } from '../../contract/business.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ChangeNote } from '../../parts/change-note.tsx'
import { ContactLinks } from '../../parts/contact-links.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink } from '../../parts/record-links.tsx'
import { useLinkedContacts } from '../../parts/use-links.ts'
import { addBusiness, businessById, saveBusiness } from '../../records/business.ts'
import type { RouteParams } from '../../sync/react/first-rows.ts'
import { useRow, useServerId } from '../../sync/react/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { BusinessDetails } from './business-details.tsx'

/** Read before the screen renders. */
export const firstRows = (params: RouteParams) => [businessById(Number(params.businessId))]

/** A business with the tabs Details and Contacts (BU-02). */
export function BusinessScreen() {
  const params = useParams({ from: '/business/$businessId' })
  const id = useServerId('business', Number(params.businessId))
  const business = useRow(businessById(id))
  if (business.row) return <OpenBusiness business={business.row} age={<AsOf of={business} />} />
  return (
    <Page title="Business">
      <LoadState of={business} id={id} failed="Failed to fetch business details" />
    </Page>
  )
}

function OpenBusiness({ business, age }: { business: Business; age: ReactNode }) {
  const { id } = business
  const [tab, choose] = useUrlState('tab', 'details')
  const { list: contacts } = useLinkedContacts({ type: 'business', id })
  const tabs = [
    { key: 'details', title: 'Details' },
    {
      key: 'contacts',
      title: 'Contacts',
      ...(contacts.rows && !contacts.problem && !contacts.unheld ? { count: contacts.rows.length } : {}),
    },
  ]
  return (
    <Page
      title={business.name?.trim() || `Business #${id}`}
      above={<AddressLink id={business.address_id} combadd={business.address?.combadd} />}
      meta={
        <>
          {business.is_closed ? <Badge tone="gray">Closed</Badge> : <Badge tone="green">Open</Badge>}
          <EntryStateLine type="business" id={id} of={addBusiness} failure="Failed to create business." />
          <EntryStateLine type="business" id={id} of={saveBusiness} failure="Error saving" />
          {age}
        </>
      }
    >
      <ChangeNote type="business" id={id} />
      <Tabs name="Business" tabs={tabs} chosen={tab} onChoose={choose}>
        {tab === 'contacts' ? (
          <ContactLinks
            of={{ type: 'business', id }}
            contacts={contacts}
            empty={contacts.unheld ?? 'No contacts associated with this business.'}
            notCreated="Could not create contact."
          />
        ) : (
          <BusinessDetails business={business} />
        )}
      </Tabs>
    </Page>
  )
}
