import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ChangeNote } from '../../parts/change-note.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { LoadState } from '../../parts/load-state.tsx'
import { useContactLinks } from '../../parts/use-links.ts'
import { addContact, saveContact } from '../../records/contact.ts'
import { useHeldRow, useServerId } from '../../sync/react/hooks.ts'
import { Page } from '../../ui/page.tsx'
import { Associations } from './associations.tsx'
import { BasicInformation } from './basic-information.tsx'
import { ContactComments } from './contact-comments.tsx'

/** A contact with its links and comments (CO-06 to CO-16). */
export function ContactScreen() {
  const params = useParams({ from: '/contacts/$contactId' })
  const id = useServerId('contact', Number(params.contactId))
  const row = useHeldRow('contact', id)
  const links = useContactLinks(id)
  if (row) return <OpenContact contact={row} links={links} age={<AsOf of={links.detail} />} />
  return (
    <Page title="Contact">
      <LoadState of={{ row, problem: links.detail.problem }} id={id} failed="Failed to fetch contact details" />
    </Page>
  )
}

interface Props {
  contact: Contact
  links: ReturnType<typeof useContactLinks>
  age: ReactNode
}

function OpenContact({ contact, links, age }: Props) {
  return (
    <Page
      title={contact.name}
      above={<Link to="/contacts">Contacts</Link>}
      meta={
        <>
          <EntryStateLine type="contact" id={contact.id} of={addContact} failure="Failed to create contact" />
          <EntryStateLine type="contact" id={contact.id} of={saveContact} failure="Could not update contact." />
          {age}
        </>
      }
    >
      <ChangeNote type="contact" id={contact.id} />
      <BasicInformation contact={contact} />
      <Associations contactId={contact.id} links={links} />
      <ContactComments contactId={contact.id} />
    </Page>
  )
}
