import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { contactPickerLimit } from '../../rules/contact-search.ts'
import { phoneText } from '../../rules/phone.ts'
import { Picker, type PickerProps } from './picker.tsx'
import { noteOf, useFoundByText } from './use-found-by-text.ts'

const Line = chakra('div', {
  base: { lineHeight: 1.35, '& > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' } },
})

/** Chooses a contact of this device by name, email or phone; 5 are offered from 2 characters (CF-40). */
export function ContactPicker({ limit = contactPickerLimit, ...props }: PickerProps<Contact> & { limit?: number }) {
  const [text, setText] = useState('')
  const found = useFoundByText('contacts', text, limit)
  return (
    <Picker
      {...props}
      placeholder="Search contacts by name, email, or phone"
      text={text}
      onText={setText}
      options={found.rows ?? []}
      show={(contact) => <ContactLine contact={contact} />}
      note={noteOf(found, 'No contact found', 'Error: Failed to fetch contacts')}
    />
  )
}

function ContactLine({ contact }: { contact: Contact }) {
  const facts = [contact.email, contact.phone && phoneText(contact.phone)].filter(Boolean).join(', ')
  return (
    <Line>
      {contact.name}
      {facts && <span>{facts}</span>}
    </Line>
  )
}
