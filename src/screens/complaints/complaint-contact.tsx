import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { ContactForm } from '../../parts/contact-form.tsx'
import { ContactLine } from '../../parts/contact-line.tsx'
import { EntryStateLine } from '../../parts/entry-state.tsx'
import { noteOf, useFoundByText } from '../../parts/pickers/use-found-by-text.ts'
import { useDebounced } from '../../parts/use-debounced.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addContact } from '../../records/contact.ts'
import { setInspectionContact } from '../../records/inspection.ts'
import { minSearchLength } from '../../rules/address-text.ts'
import { contactPickerLimit } from '../../rules/contact-search.ts'
import { phoneText } from '../../rules/phone.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Stack } from '../../ui/stack.ts'

/** The delay between the last key and the search (ms) (CP-09). */
const debounceMs = 300

const Found = chakra('ul', {
  base: {
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      paddingBlock: 1,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > li > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', lineHeight: 1.35 },
    '& > li > div > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
  },
})

/** The person who complained: shown, found among the contacts, or new (CP-08 to CP-11). */
export function ComplaintContact({ complaint, canWrite }: { complaint: Inspection; canWrite: boolean }) {
  const { id, contact_id } = complaint
  const perform = usePerform()
  const [isAdding, setAdding] = useState(false)
  const assign = async (contactId: Id) => {
    const done = await saved(() => perform(setInspectionContact, { inspectionId: id }, { contact_id: contactId }))
    if (done === null) return
    setAdding(false)
    tellSaved('Contact assigned')
  }
  return (
    <Stack>
      <ContactLine of={complaint} />
      <EntryStateLine type="inspection" id={id} of={setInspectionContact} failure="Failed to assign contact" />
      {contact_id && (
        <EntryStateLine type="contact" id={contact_id} of={addContact} failure="Failed to create contact" />
      )}
      {canWrite && (
        <>
          <ContactSearch onAssign={assign} />
          <div>
            <Button icon={isAdding ? 'minus' : 'plus'} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
              Add new contact
            </Button>
          </div>
          {isAdding && (
            <ContactForm
              draft={`contact/inspection:${id}`}
              saveWords="Add & Assign"
              needsName
              onSaved={(contactId) => void assign(contactId)}
            />
          )}
        </>
      )}
    </Stack>
  )
}

/** The contacts that match the typed text, each with its button. They are on this device, so this needs no signal. */
function ContactSearch({ onAssign }: { onAssign: (contactId: Id) => Promise<void> }) {
  const [typed, setTyped] = useState('')
  const wanted = useDebounced(typed, debounceMs)
  const isAsked = wanted.trim().length >= minSearchLength
  const found = useFoundByText('contacts', wanted, contactPickerLimit, { isTyping: typed !== '' })
  const note = isAsked ? noteOf(found, 'No contact found', 'No contacts are on this device.') : undefined
  const take = async (contact: Contact) => {
    setTyped('')
    await onAssign(contact.id)
  }
  return (
    <>
      <TextField
        label="Search contacts"
        type="search"
        autoComplete="off"
        placeholder="Search contacts by name, email, or phone"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="status">{note && <p>{note}</p>}</div>
      {found.rows && found.rows.length > 0 && (
        <Found aria-label="Contacts found">
          {found.rows.map((contact) => (
            <li key={contact.id}>
              <div>
                {contact.name}
                <span>{[contact.email, contact.phone && phoneText(contact.phone)].filter(Boolean).join(', ')}</span>
              </div>
              <Button onClick={() => void take(contact)}>
                Assign<span className="unseen"> {contact.name}</span>
              </Button>
            </li>
          ))}
        </Found>
      )}
    </>
  )
}
