import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Contact, NewContact } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import { textLimits, tooLongIn } from '../../contract/text-limits.ts'
import { type KeptForm, useKeptForm } from '../../parts/kept-form.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addAddressComment } from '../../records/comment.ts'
import { addContact } from '../../records/contact.ts'
import { addInspection } from '../../records/inspection-add.ts'
import { addViolationComment } from '../../records/violation-comment.ts'
import { addressLabel } from '../../rules/address-text.ts'
import { furtherCallText } from '../../rules/further-call.ts'
import { inFront, toldInFront } from '../../rules/in-front.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { complaintInspector } from '../../rules/permissions.ts'
import { same } from '../../rules/same.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { type Caller, callerText, nobody, typedContact } from './caller-field.tsx'
import type { OpenMatter } from './matters.tsx'

interface TypedCall {
  caller: Caller
  address: AddressLine | null
  unit_id: Id | null
  /** The open record that the call is about; null for a new one. */
  matter: OpenMatter | null
  words: string
  inspector_id: Id | null
}

const blank: TypedCall = { caller: nobody, address: null, unit_id: null, matter: null, words: '', inspector_id: null }

/**
 * A call that could not be stored, in front of the next one. If that has a caller or an address of its own, its fields
 * stay as they are, because the unit and the open record belong to the address; the other call is told in its words.
 */
export function callInFront(older: TypedCall, newer: TypedCall): TypedCall {
  const { caller, address, matter } = older
  const isSameCaller = same(newer.caller, caller)
  if (newer.address === null && (isSameCaller || same(newer.caller, nobody))) return inFront(older, newer, blank)
  return toldInFront(older, newer, 'words', [
    address && address.id !== newer.address?.id ? addressLabel(address) : null,
    matter && !same(matter, newer.matter) ? matter.title : null,
    isSameCaller ? null : callerText(caller.chosen ?? typedContact(caller)),
  ])
}

/** The outcome of a call. */
export interface Done {
  matter: OpenMatter | null
  complaintId: Id
}

type Problems = Partial<Record<'caller' | 'callerName' | 'address' | 'words', string>>

export interface CallDraft {
  form: UseFormReturn<TypedCall>
  kept: KeptForm
  problems: Problems
  /** Counts up when the form is cleared for the next caller. */
  round: number
  save: () => Promise<void>
  /** A different address has different units and open records. */
  chooseAddress: (address: AddressLine | null) => void
}

/**
 * The state and saving of a call. A second call about an open record becomes a comment on it, not a second complaint.
 */
export function useCallDraft(onDone: (done: Done) => void): CallDraft {
  const name = 'complaint-call'
  const perform = usePerform()
  const user = useUser()
  const { town } = useEngine()
  const form = useForm<TypedCall>({ defaultValues: blank })
  const kept = useKeptForm(form, { name, blank, join: callInFront })
  const [problems, setProblems] = useState<Problems>({})
  const [round, setRound] = useState(0)

  /** Created once. From then on the form refers to it, so that a second try creates no second one. */
  const madeContact = async (caller: Caller): Promise<Contact | null> => {
    if (caller.chosen) return caller.chosen
    if (caller.typed.trim() === '') return null
    const body = typedContact(caller)
    const id = await perform(addContact, {}, body)
    const chosen = { id, email: null, phone: null, ...body }
    form.setValue('caller', { ...nobody, chosen })
    // Stored before the call: restored after a crash, the form does not make the contact again.
    await kept.keepNow()
    return chosen
  }
  const store = async (typed: TypedCall, contact: Contact | null): Promise<Done> => {
    const done = { matter: typed.matter, complaintId: 0 }
    if (typed.matter) {
      const { what, id } = typed.matter
      const content = furtherCallText({ what, id, words: typed.words, caller: contact && callerText(contact) })
      const said = { content, user_id: user.id }
      if (what === 'violation')
        await perform(addViolationComment, { violationId: id }, { ...said, violation_id: id }, { form: name })
      else await perform(addAddressComment, { addressId: typed.address?.id ?? 0 }, said, { form: name })
      return done
    }
    const body = {
      source: 'Complaint' as const,
      address_id: typed.address?.id ?? null,
      unit_id: typed.unit_id,
      business_id: null,
      inspector_id: complaintInspector(user, typed.inspector_id, town.defaultComplaintInspector),
      description: typed.words,
      paid: false,
      contact_id: contact?.id ?? null,
    }
    return { ...done, complaintId: await perform(addInspection, {}, body, { form: name }) }
  }
  const isComplete = () => {
    const found = problemsIn(form.getValues())
    setProblems(found)
    return Object.keys(found).length === 0
  }
  const save = async () => {
    if (!isComplete()) return
    // The contact comes first: the draft then names it, so that the form after a crash does not make it again.
    const made = await saved(async () => ({ contact: await madeContact(form.getValues('caller')) }))
    if (made === null || !isComplete()) return
    const typed = structuredClone(form.getValues())
    setRound((it) => it + 1)
    const done = await kept.finishWith(() => saved(() => store(typed, made.contact)))
    if (done === null) return
    tellSaved(done.matter ? `Added to the ${done.matter.what}` : 'Complaint saved')
    onDone(done)
  }
  return {
    form,
    kept,
    problems,
    round,
    save,
    chooseAddress(address) {
      setProblems(({ address: _, ...others }) => others)
      form.setValue('address', address, { shouldDirty: true })
      form.setValue('unit_id', null)
      form.setValue('matter', null)
    },
  }
}

function problemsIn({ caller, address, words }: TypedCall): Problems {
  const tooLong = tooLongIn(words.trim().length, textLimits.remark)
  return {
    ...(caller.chosen || caller.typed.trim() === '' ? {} : problemsOfNew(typedContact(caller))),
    ...(address ? {} : { address: 'Choose the address' }),
    ...(words.trim() === '' ? { words: 'Write what the caller says' } : tooLong ? { words: tooLong } : {}),
  }
}

function problemsOfNew(contact: ReturnType<typeof typedContact>): Problems {
  if (contact.name === '') return { callerName: 'Choose the caller, or type the name of a new one' }
  const { error } = z.safeParse(NewContact, contact)
  // The name stands in a field of its own beside a number or an email.
  const isOfName = (contact.phone || contact.email) && error?.issues[0]?.path[0] === 'name'
  return error ? { [isOfName ? 'callerName' : 'caller']: error.issues[0]?.message } : {}
}
