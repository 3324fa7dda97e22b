import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Business } from '../../contract/business.ts'
import type { Contact } from '../../contract/contact.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { AddressLink, UnitLink } from '../../parts/record-links.tsx'
import { useZone } from '../../parts/use-now.ts'
import { businessById, contactsOfBusiness } from '../../records/business.ts'
import { dateText, dateTimeText } from '../../rules/date-text.ts'
import { emailLink } from '../../rules/email.ts'
import { byText } from '../../rules/list-order.ts'
import { phoneText } from '../../rules/phone.ts'
import { useRow, useServerId, useValue } from '../../sync/react.ts'
import { Badge } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { type Column, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUrlState } from '../../ui/url-state.ts'

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
  const [tab, choose] = useUrlState('tab', 'details')
  const contacts = useValue<Contact[]>(contactsOfBusiness(business.id))
  const tabs = [
    { key: 'details', title: 'Details' },
    { key: 'contacts', title: 'Contacts', ...(contacts.value ? { count: contacts.value.length } : {}) },
  ]
  return (
    <Page
      title={business.name?.trim() || `Business #${business.id}`}
      above={<AddressLink id={business.address_id} combadd={business.address?.combadd} />}
      meta={
        <>
          {business.is_closed ? <Badge tone="gray">Closed</Badge> : <Badge tone="green">Open</Badge>}
          {age}
        </>
      }
    >
      <Tabs name="Business" tabs={tabs} chosen={tab} onChoose={choose}>
        {tab === 'contacts' ? <Contacts of={contacts} /> : <Details business={business} />}
      </Tabs>
    </Page>
  )
}

function Details({ business }: { business: Business }) {
  const zone = useZone()
  const { website } = business
  return (
    <Facts
      facts={{
        Name: business.name,
        'Trading as': business.trading_as,
        Address: <AddressLink id={business.address_id} combadd={business.address?.combadd} />,
        Unit: business.unit_id ? <UnitLink id={business.unit_id} addressId={business.address_id} /> : 'Whole Building',
        Email: business.email?.trim() ? <a href={emailLink(business.email) ?? ''}>{business.email}</a> : null,
        Phone: business.phone?.trim() ? phoneText(business.phone) : null,
        Website:
          website && /^https?:\/\//.test(website) ? (
            <a href={website} target="_blank" rel="noreferrer">
              {website}
            </a>
          ) : (
            website
          ),
        'Opened on': dateText(business.opened_on, zone),
        Employees: business.employee_count,
        Created: dateTimeText(business.created_at, zone),
        Updated: dateTimeText(business.updated_at, zone),
      }}
    />
  )
}

function Contacts({ of: { value, problem } }: { of: ReturnType<typeof useValue<Contact[]>> }) {
  return (
    <List
      name="Contacts"
      inUrl="contacts"
      rows={value ? byText(value, (it) => it.name) : problem && []}
      columns={contactColumns}
      empty="No contacts associated with this business."
      problem={problem && !value ? 'Failed to fetch contacts' : undefined}
    />
  )
}

const contactColumns: Column<Contact>[] = [
  {
    title: 'Name',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/contacts/$contactId" params={{ contactId: String(it.id) }}>
        {it.name}
      </Link>
    ),
  },
  { title: 'Email', cell: (it) => it.email?.trim() || 'N/A' },
  { title: 'Phone', cell: (it) => phoneText(it.phone) },
]
