import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Contact, NewContact } from '../contract/contact.ts'
import { addContact } from '../records/contact.ts'
import { duplicateContactText } from '../rules/contact-duplicate.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { startsHere } from '../ui/starts-here.ts'
import { Note } from '../ui/states.tsx'
import { ContactInputs } from './contact-inputs.tsx'
import { KeptQuestion, useKeptForm } from './kept-form.tsx'
import { rememberedValues } from './settled-form.ts'
import { useSameContact } from './use-same-contact.ts'
import { saved } from './use-save.ts'

type Typed = z.input<typeof NewContact>
const blank: Typed = { name: '', email: '', phone: '' }

interface Props {
  /** The name of the form and its subject: 'contact/inspection:12'. */
  draft: string
  saveWords?: string
  /** The button is disabled without a name (CP-10); elsewhere a blank form says what is missing. */
  needsName?: boolean
  /** The new contact, or the existing one used instead (CO-04). */
  onSaved: (contactId: number) => void
  onCancel?: () => void
}

/**
 * A new contact: name required, a valid email; an existing one with the same email or phone is offered instead (CO-03,
 * CO-04).
 */
export function ContactForm({ draft, saveWords = 'Save Contact', needsName, onSaved, onCancel }: Props) {
  const perform = usePerform()
  const form = useForm<Typed, unknown, NewContact>({ resolver: zodResolver(NewContact), defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank })
  const { errors, isSubmitted } = form.formState
  const { same, find } = useSameContact(form.watch())

  const save: () => Promise<void> = form.handleSubmit(async (contact) => {
    const isAsChecked = rememberedValues(form)
    const known = await saved(async () => ({ same: await find(contact) }))
    if (known === null || known.same) return
    // The fields stay open meanwhile. From here to the blank form nothing waits, so nothing can be typed in between.
    if (!isAsChecked()) return save()
    const made = await kept.finishWith(() => saved(() => perform(addContact, {}, contact, { form: draft })))
    if (made !== null) onSaved(made)
  })
  const takeInstead = async (contact: Contact) => {
    await kept.drop()
    onSaved(contact.id)
  }

  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new contact" />
  return (
    <Form
      ref={startsHere}
      aria-label="New contact"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main" disabled={needsName && form.watch('name').trim() === ''}>
            {saveWords}
          </Button>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        </>
      }
    >
      <ContactInputs register={(name) => form.register(name)} errors={errors} />
      {same && (
        <Note tone={isSubmitted ? 'red' : 'yellow'} role="alert">
          <p>
            {duplicateContactText}{' '}
            <Link to="/contacts/$contactId" params={{ contactId: String(same.id) }}>
              {same.name}
            </Link>
          </p>
          <Button onClick={() => void takeInstead(same)}>Use {same.name}</Button>
        </Note>
      )}
    </Form>
  )
}
