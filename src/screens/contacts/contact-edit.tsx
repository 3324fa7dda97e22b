import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Contact, ContactFields } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import { ContactInputs } from '../../parts/contact-inputs.tsx'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { useSameContact } from '../../parts/use-same-contact.ts'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { saveContact } from '../../records/contact.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'

type Typed = z.input<typeof ContactFields>

/** Name of the draft of an edit. */
export const editDraft = (contactId: Id): string => `contact-edit/contact:${contactId}`

/** The form sends name, email and phone; other people's changes are merged (CO-06, CO-16). */
export function ContactEdit({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const perform = usePerform()
  // The edit starts from what was shown when the form was opened.
  const [seen] = useState(contact)
  const shown: Typed = { name: seen.name, email: seen.email ?? '', phone: seen.phone ?? '' }
  const draft = editDraft(seen.id)
  const form = useForm<Typed, unknown, ContactFields>({ resolver: zodResolver(ContactFields), defaultValues: shown })
  const kept = useKeptForm(form, { name: draft, blank: shown, seen })
  const { errors } = form.formState

  const cancel = async () => {
    await kept.drop()
    onDone()
  }
  const save = form.handleSubmit(async (fields) => {
    if (!kept.isDirty) return cancel()
    const typed = form.getValues()
    const done = await saved(() =>
      perform(saveContact, { contactId: seen.id }, fields, { form: draft, seen: kept.seen ?? seen }),
    )
    if (done === null) return
    await kept.finish(typed)
    onDone()
    tellSaved('Contact saved')
  })

  if (kept.isAsking) return <KeptQuestion kept={kept} what="An edit of this contact" />
  return (
    <Form
      aria-label="Edit contact"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main">
            Save
          </Button>
          <Button onClick={() => void cancel()}>Cancel</Button>
        </>
      }
    >
      <ContactInputs register={(name) => form.register(name)} errors={errors} startsHere />
      <Twin of={seen} typed={form.watch()} />
    </Form>
  )
}

/** Another contact with this email or phone. The server would refuse the save, so it is shown before. */
function Twin({ of, typed }: { of: Contact; typed: Typed }) {
  const { same } = useSameContact(typed, { except: of.id })
  if (!same) return null
  return (
    <Note tone="yellow" role="status">
      Another contact has this email or phone:{' '}
      <Link to="/contacts/$contactId" params={{ contactId: String(same.id) }}>
        {same.name}
      </Link>
    </Note>
  )
}
