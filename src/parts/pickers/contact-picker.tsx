import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { allContacts } from '../../records/contact.ts'
import { contactMatches, contactPickerLimit } from '../../rules/contact-search.ts'
import { byText } from '../../rules/list-order.ts'
import { phoneText } from '../../rules/phone.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { Picker, type PickerProps } from './picker.tsx'

const Line = chakra('div', {
  base: { lineHeight: 1.35, '& > span': { display: 'block', color: 'fg.muted', fontSize: 'sm' } },
})

/** Chooses a contact of this device by name, email or phone; 5 are offered from 2 characters (CF-40). */
export function ContactPicker({ limit = contactPickerLimit, ...props }: PickerProps<Contact> & { limit?: number }) {
  const { rows, problem } = useRows(allContacts())
  const [text, setText] = useState('')
  const found = byText(
    (rows ?? []).filter((it) => contactMatches(it, text)),
    (it) => it.name,
  ).slice(0, limit)
  return (
    <Picker
      {...props}
      placeholder="Search contacts by name, email, or phone"
      text={text}
      onText={setText}
      options={found}
      show={(contact) => <ContactLine contact={contact} />}
      note={noteFor(rows, found.length, problem !== undefined)}
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

const noteFor = (rows: unknown[] | undefined, found: number, isFailed: boolean) => {
  if (found > 0) return undefined
  if (!rows) return 'Loading...'
  return rows.length === 0 && isFailed ? 'Error: Failed to fetch contacts' : 'No contact found'
}
