import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contact, ContactDetail } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { CommentList } from '../../parts/comment-list.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useZone } from '../../parts/use-now.ts'
import { commentsOfContact } from '../../records/comment.ts'
import { contactWithLinks } from '../../records/linked.ts'
import { dateTimeText, longDateTimeText } from '../../rules/date-text.ts'
import { emailLink } from '../../rules/email.ts'
import { inspectionStatusText } from '../../rules/inspection-status.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { personName } from '../../rules/person.ts'
import { phoneLink, phoneText } from '../../rules/phone.ts'
import { useLive, useRows, useServerId, useValue } from '../../sync/react.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty } from '../../ui/states.tsx'

/** A contact with what it is linked to and what was said of it (CO-06, CO-08, CO-12, CO-15). */
export function ContactScreen() {
  const params = useParams({ from: '/contacts/$contactId' })
  const id = useServerId('contact', Number(params.contactId))
  const row = useLive(async (db) => (await db.rows('contact').get(id)) ?? null, [id])
  const detail = useValue<ContactDetail>(contactWithLinks(id))
  const contact = row ?? detail.value
  if (contact) return <OpenContact contact={contact} detail={detail.value} age={<AsOf of={detail} />} />
  return (
    <Page title="Contact">
      <LoadState of={{ row, problem: detail.problem }} id={id} failed="Failed to fetch contact details" />
    </Page>
  )
}

interface Props {
  contact: Contact
  detail: ContactDetail | undefined
  age: ReactNode
}

function OpenContact({ contact, detail, age }: Props) {
  const zone = useZone()
  return (
    <Page
      title={contact.name}
      above={<Link to="/contacts">Contacts</Link>}
      meta={
        <>
          <EntryState type="contact" id={contact.id} failure="Failed to create contact" />
          {age}
        </>
      }
    >
      <Section title="Basic Information">
        <Facts
          facts={{
            Name: contact.name,
            Email: contact.email?.trim() ? <a href={emailLink(contact.email) ?? ''}>{contact.email}</a> : 'N/A',
            Phone: <PhoneLink phone={contact.phone} />,
            Notes: contact.notes,
            Created: dateTimeText(contact.created_at, zone),
          }}
        />
      </Section>
      <Associations detail={detail} />
      <Comments contactId={contact.id} />
    </Page>
  )
}

function PhoneLink({ phone }: { phone: string | null | undefined }) {
  const text = phoneText(phone)
  const link = phoneLink(phone)
  return text === 'N/A' || !link ? text : <a href={link}>{text}</a>
}

const Groups = chakra('div', {
  base: {
    display: 'grid',
    columnGap: 6,
    rowGap: 4,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
    alignItems: 'start',
  },
})

/** Everything that the contact is linked to, each kind with its count (CO-08). */
function Associations({ detail }: { detail: ContactDetail | undefined }) {
  if (!detail) return null
  const { addresses, businesses, inspections, permits, complaints } = detail
  return (
    <Groups>
      <Group title="Addresses" rows={addresses ?? []} empty="No associated addresses">
        {(it) => (
          <Link to="/address/$addressId" params={{ addressId: String(it.id) }}>
            {it.combadd?.trim() || `Address #${it.id}`}
          </Link>
        )}
      </Group>
      <Group title="Businesses" rows={businesses ?? []} empty="No associated businesses">
        {(it) => (
          <Link to="/business/$businessId" params={{ businessId: String(it.id) }}>
            {it.name?.trim() || `Business #${it.id}`}
          </Link>
        )}
      </Group>
      <Group title="Inspections" rows={inspections ?? []} empty="No related inspections">
        {(it) => (
          <Link to="/inspection/$inspectionId" params={{ inspectionId: String(it.id) }}>
            {[it.source ?? 'Inspection', `#${it.id}`, inspectionStatusText(it.status)].join(' · ')}
          </Link>
        )}
      </Group>
      <Group title="Permits" rows={permits ?? []} empty="No related permits">
        {(it) => (
          <Link to="/permit/$permitId" params={{ permitId: String(it.id) }}>
            {it.permit_number?.trim() || `#${it.id}`} {it.permit_type}
          </Link>
        )}
      </Group>
      <Group title="Complaints" rows={complaints ?? []} empty="No related complaints">
        {(it) => (
          <Link to="/complaint/$complaintId" params={{ complaintId: String(it.id) }}>
            {`Complaint #${it.id}`}
          </Link>
        )}
      </Group>
    </Groups>
  )
}

interface GroupProps<Row> {
  title: string
  rows: readonly Row[]
  empty: string
  children: (row: Row) => ReactNode
}

function Group<Row extends { id: Id }>({ title, rows, empty, children }: GroupProps<Row>) {
  return (
    <Section title={title} count={rows.length} starts={rows.length > 0 ? 'shown' : 'hidden'}>
      {rows.length === 0 ? (
        <Empty>{empty}</Empty>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Comments({ contactId }: { contactId: Id }) {
  const zone = useZone()
  const { rows, problem } = useRows(commentsOfContact(contactId))
  if (!rows) return null
  return (
    <Section title="Comments" count={rows.length}>
      <CommentList
        name="Comments"
        comments={newestFirst(rows).map((it) => ({
          id: it.id,
          text: it.comment,
          author: personName(it.user),
          at: longDateTimeText(it.created_at, zone),
        }))}
        empty={problem && rows.length === 0 ? 'Error: Failed to fetch comments' : 'No comments available'}
      />
    </Section>
  )
}
