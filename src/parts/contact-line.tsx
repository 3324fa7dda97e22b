import { Link } from '@tanstack/react-router'
import type { Contact } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import type { Inspection } from '../contract/inspection.ts'
import { anyPhoneText, phoneLink } from '../rules/phone.ts'
import { useHeldRow } from '../sync/react/hooks.ts'

/** The contact of an inspection or complaint, reached by a tap: name, phone, email (II-07, CP-08). */
export function ContactLine({ of: { contact, contact_id } }: { of: Pick<Inspection, 'contact' | 'contact_id'> }) {
  if (contact) return <Known contact={contact} />
  return <p>{contact_id ? <KnownById contactId={contact_id} /> : 'No contact'}</p>
}

function Known({ contact }: { contact: Contact }) {
  const tel = phoneLink(contact.phone)
  return (
    <p>
      <Link to="/contacts/$contactId" params={{ contactId: String(contact.id) }}>
        {contact.name}
      </Link>
      {tel && (
        <>
          {', '}
          <a href={tel}>{anyPhoneText(contact.phone)}</a>
        </>
      )}
      {contact.email && (
        <>
          {', '}
          <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </>
      )}
    </p>
  )
}

/** For a server whose inspections do not include the contact. */
function KnownById({ contactId }: { contactId: Id }) {
  const contact = useHeldRow('contact', contactId)
  return (
    <Link to="/contacts/$contactId" params={{ contactId: String(contactId) }}>
      {contact?.name ?? `Contact #${contactId}`}
    </Link>
  )
}
