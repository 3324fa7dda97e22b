import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { ContactForm } from '../../parts/contact-form.tsx'
import { EntryState } from '../../parts/entry-state.tsx'
import { ContactPicker } from '../../parts/pickers/contact-picker.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { setInspectionContact } from '../../records/inspection.ts'
import { phoneLink, phoneText } from '../../rules/phone.ts'
import { useLive, usePerform } from '../../sync/react.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from './row-links.tsx'

const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2 } })

/** Whom to ring up: an existing contact found by typing, or a new one (II-07, CF-39, CF-40). */
export function InspectionContact({ inspection, canWrite }: { inspection: Inspection; canWrite: boolean }) {
  const { id, contact, contact_id } = inspection
  const perform = usePerform()
  const [mode, setMode] = useState<'none' | 'existing' | 'new'>('none')
  const assign = async (contactId: Id) => {
    const done = await saved(() => perform(setInspectionContact, { inspectionId: id }, { contact_id: contactId }))
    if (done === null) return
    setMode('none')
    tellSaved('Contact assigned')
  }
  return (
    <Stack>
      {contact ? (
        <ContactLine contact={contact} />
      ) : (
        <p>{contact_id ? <KnownContact contactId={contact_id} /> : 'No contact'}</p>
      )}
      <EntryState type="inspection" id={id} of={setInspectionContact} failure="Failed to assign contact" />
      {canWrite && (
        <Choices>
          <Button
            icon="search"
            aria-expanded={mode === 'existing'}
            onClick={() => setMode(mode === 'existing' ? 'none' : 'existing')}
          >
            Existing contact
          </Button>
          <Button icon="plus" aria-expanded={mode === 'new'} onClick={() => setMode(mode === 'new' ? 'none' : 'new')}>
            New contact
          </Button>
        </Choices>
      )}
      {mode === 'existing' && (
        <ContactPicker
          label="Contact"
          value={null}
          onChange={(chosen) => {
            if (chosen) void assign(chosen.id)
          }}
        />
      )}
      {mode === 'new' && (
        <ContactForm
          draft={`contact/inspection:${id}`}
          onSaved={(contactId) => void assign(contactId)}
          onCancel={() => setMode('none')}
        />
      )}
    </Stack>
  )
}

function ContactLine({ contact }: { contact: Contact }) {
  const tel = phoneLink(contact.phone)
  return (
    <p>
      <Link to="/contacts/$contactId" params={{ contactId: String(contact.id) }}>
        {contact.name}
      </Link>
      {tel && (
        <>
          {', '}
          <a href={tel}>{phoneText(contact.phone) === 'N/A' ? contact.phone : phoneText(contact.phone)}</a>
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

/** For a server that leaves the contact out of its inspections. */
function KnownContact({ contactId }: { contactId: Id }) {
  const contact = useLive(async (db) => (await db.rows('contact').get(contactId)) ?? null, [contactId])
  return (
    <Link to="/contacts/$contactId" params={{ contactId: String(contactId) }}>
      {contact?.name ?? `Contact #${contactId}`}
    </Link>
  )
}
