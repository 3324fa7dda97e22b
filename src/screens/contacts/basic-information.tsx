import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { phoneLink, phoneText } from '../../rules/phone.ts'
import { useLive, useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { EmailLink } from '../../ui/email-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/section.tsx'
import { useWasOpen } from '../../ui/use-was-open.ts'
import { ContactEdit, editDraft } from './contact-edit.tsx'

/** Name, email and phone, edited in place; the notes are read-only (CO-06, CO-16). */
export function BasicInformation({ contact }: { contact: Contact }) {
  const user = useUser()
  const [isEditing, setEditing] = useState(false)
  const [edits, setEdits] = useState(0)
  // A half-typed edit is offered at once, not only after another tap on Edit.
  const hasDraft = useLive(
    async (db) => (await db.drafts.get(editDraft(contact.id))) !== undefined,
    [contact.id],
    `draft of contact ${contact.id}`,
  )
  const isOpen = mayWrite(user.role) && (isEditing || hasDraft === true)
  const wasOpen = useWasOpen(isOpen)
  const done = () => {
    setEditing(false)
    setEdits((before) => before + 1)
  }
  if (isOpen)
    return (
      <Section title="Basic Information">
        {/* A new form each time, which asks about what was typed while the last edit was being stored. */}
        <ContactEdit key={edits} contact={contact} onDone={done} />
      </Section>
    )
  return (
    <Section
      title="Basic Information"
      actions={
        mayWrite(user.role) && (
          <Button
            kind="quiet"
            icon="pencil"
            className="not-printed"
            autoFocus={wasOpen}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      <ContactFacts contact={contact} />
    </Section>
  )
}

function ContactFacts({ contact }: { contact: Contact }) {
  const zone = useZone()
  const phone = phoneText(contact.phone)
  const tel = phoneLink(contact.phone)
  return (
    <Facts
      dense="phone"
      wide={['Email']}
      facts={{
        Name: contact.name,
        Email: <EmailLink email={contact.email} none="N/A" />,
        Phone: phone === 'N/A' || !tel ? phone : <a href={tel}>{phone}</a>,
        Notes: contact.notes,
        Created: dateTimeText(contact.created_at, zone),
        Updated: dateTimeText(contact.updated_at, zone),
      }}
    />
  )
}
