import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Business } from '../contract/business.ts'
import { type Contact, NewContact } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import type { InspectionSource } from '../contract/inspection.ts'
import { dayOutOfReachText, isDayInReach, textLimits, tooLongIn } from '../contract/text-limits.ts'
import { addContact } from '../records/contact.ts'
import { addInspection } from '../records/inspection-add.ts'
import { addressLabel } from '../rules/address-text.ts'
import { inFront, toldInFront } from '../rules/in-front.ts'
import { isComplaint, permitSource } from '../rules/inspection-source.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { complaintInspector, may } from '../rules/permissions.ts'
import { same } from '../rules/same.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { confirm } from '../ui/confirm.tsx'
import { type InspectionKind, inspectionKind } from './inspection-kinds.ts'
import { type KeptForm, useKeptForm } from './kept-form.tsx'
import { type PhotoIntake, usePhotoIntake } from './photo-intake.tsx'
import { type ChosenContact, type ContactProblems, noContact } from './pickers/contact-choice.tsx'
import { settledAsChecked } from './settled-form.ts'
import { useSameContact } from './use-same-contact.ts'
import { saved, tellSaved } from './use-save.ts'
import { withAppointment } from './with-appointment.ts'

/** The typed values: text, ids and lines of records, so that a draft survives the page. */
interface TypedInspection {
  business: Business | null
  address: AddressLine | null
  unit_id: Id | null
  /** Admin's choice of an ONS member (CF-14); null is nobody. */
  inspector_id: Id | null
  description: string
  /** Wall time in the town; '' for none. */
  scheduled: string
  paid: boolean
  contact: ChosenContact
}

const blank: TypedInspection = {
  business: null,
  address: null,
  unit_id: null,
  inspector_id: null,
  description: '',
  scheduled: '',
  paid: false,
  contact: noContact,
}

/**
 * An inspection that could not be stored, in front of the next one. If that has a place or a contact of its own, its
 * fields stay as they are, because the unit belongs to the address; the other inspection is told in its description.
 */
export function inspectionInFront(older: TypedInspection, newer: TypedInspection): TypedInspection {
  const { business, address, contact, scheduled } = older
  const isSameContact = same(newer.contact, contact)
  const hasPlace = newer.business !== null || newer.address !== null
  if (!hasPlace && (isSameContact || same(newer.contact, noContact))) return inFront(older, newer, blank)
  const { name, email, phone } = contact.chosen ?? contact
  return toldInFront(older, newer, 'description', [
    business?.id === newer.business?.id ? null : business?.name,
    address && address.id !== newer.address?.id ? addressLabel(address) : null,
    isSameContact ? null : [name, email, phone].filter(Boolean).join(', '),
    scheduled === newer.scheduled ? null : scheduled.replace('T', ' '),
  ])
}

/** The form of a new inspection. */
export interface InspectionDraft {
  kind: InspectionKind
  form: UseFormReturn<TypedInspection>
  kept: KeptForm
  intake: PhotoIntake
  contactProblems: ContactProblems
  /** The contact that already has the email or phone of the new one (CO-04). */
  sameContact: Contact | null
  save(): Promise<void>
  /** A choice of address clears the unit (CF-17). */
  chooseAddress(address: AddressLine | null): void
  /** A choice of business fills in its address and unit, and clearing it removes them (CF-18). */
  chooseBusiness(business: Business | null): void
}

/** The state and saving of the one form for complaints, licence and permit inspections. */
export function useInspectionDraft(source: InspectionSource, onCreated: (inspectionId: Id) => void): InspectionDraft {
  const kind = inspectionKind(source)
  const draft = `new-inspection/${kind.what}`
  const perform = usePerform()
  const user = useUser()
  const { town } = useEngine()
  const intake = usePhotoIntake(draft)
  const form = useForm<TypedInspection>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank, intake, join: inspectionInFront })
  const [contactProblems, setContactProblems] = useState<ContactProblems>({})
  const contact = form.watch('contact')
  const { same: sameContact, find } = useSameContact(contact, { isAsked: contact.isNew })

  /** Created once. From then on the form refers to it, so that a second try creates no second one. */
  const addNew = async (body: z.input<typeof NewContact>): Promise<Id> => {
    const id = await perform(addContact, {}, body)
    const chosen = { id, name: body.name, email: body.email ?? null, phone: body.phone ?? null }
    form.setValue('contact', { ...noContact, chosen }, { shouldDirty: true })
    // Stored before the inspection: restored after a crash, the form does not make the contact again.
    await kept.keepNow()
    return id
  }
  const isMissing = (typed: TypedInspection): boolean => {
    const problem = missing(source, typed)
    if (problem) form.setError(problem.field, { message: problem.text }, { shouldFocus: true })
    return problem !== null
  }
  const save: () => Promise<void> = form.handleSubmit(async (typed) => {
    if (isMissing(typed)) return
    const added = newContactIn(typed.contact)
    setContactProblems(added.problems)
    if (sameContact !== null || Object.keys(added.problems).length > 0) return
    if (!typed.address && !(await confirm(withoutAddress(kind)))) return
    const photos = await settledAsChecked(form, intake)
    if (photos === null) return save()
    // The contact comes first: the draft then names it, so that the form after a crash does not make it again.
    const contact = await saved(async () => {
      if (added.body && (await find(added.body))) return null
      return { id: added.body ? await addNew(added.body) : (typed.contact.chosen?.id ?? null) }
    })
    if (contact === null) return
    // The fields stay open meanwhile. From here to the blank form nothing waits, so nothing can be typed in between.
    const now = structuredClone(form.getValues())
    if (isMissing(now)) return
    const body = bodyOf(source, now, {
      inspectorId: inspectorOf(source, now.inspector_id, { user, town }),
      contactId: contact.id,
    })
    const made = await kept.finishWith(() =>
      saved(() => perform(addInspection, {}, body, { photos, form: draft, ...withAppointment(now.scheduled) })),
    )
    if (made === null) return
    tellSaved(inspectionMadeText(source))
    onCreated(made)
  })

  const fill = <Field extends 'address' | 'unit_id' | 'business'>(field: Field, value: TypedInspection[Field]) => {
    form.clearErrors(field)
    // The value has the field's own type, but the form's setter is typed by paths.
    form.setValue(field, value as never, { shouldDirty: true })
  }
  return {
    kind,
    form,
    kept,
    intake,
    contactProblems,
    sameContact,
    save,
    chooseAddress(address) {
      fill('address', address)
      fill('unit_id', null)
    },
    chooseBusiness(business) {
      fill('business', business)
      fill('address', business ? addressOf(business) : null)
      fill('unit_id', business?.unit_id ?? null)
    },
  }
}

/** The inspector: complaints have their own rule (CF-14); otherwise only those who may assign choose. */
const inspectorOf = (
  source: InspectionSource,
  chosen: Id | null,
  { user, town }: { user: ReturnType<typeof useUser>; town: ReturnType<typeof useEngine>['town'] },
): Id | null => {
  if (isComplaint({ source })) return complaintInspector(user, chosen, town.defaultComplaintInspector)
  return may(user.role, 'assign') ? chosen : null
}

const bodyOf = (
  source: InspectionSource,
  typed: TypedInspection,
  { inspectorId, contactId }: { inspectorId: Id | null; contactId: Id | null },
) => ({
  source,
  address_id: typed.address?.id ?? null,
  unit_id: typed.unit_id,
  // CF-23: for a complaint the business only fills in the form.
  business_id: isComplaint({ source }) ? null : (typed.business?.id ?? null),
  inspector_id: inspectorId,
  description: typed.description,
  paid: typed.paid,
  contact_id: contactId,
})

/** The address of a business as a line; null if the business does not include it (CF-27). */
const addressOf = ({ address, address_id }: Business): AddressLine | null =>
  address ?? (address_id ? { id: address_id } : null)

/** What prevents saving the form, beside the field where it can be fixed (CF-19, CF-26, CF-28). */
function missing(source: InspectionSource, typed: TypedInspection) {
  if (source === 'Business License' && !typed.address)
    return { field: 'business', text: 'Please select a business with a valid address before submitting.' } as const
  if (source === permitSource && !typed.address)
    return { field: 'address', text: 'Please select an address before creating the permit.' } as const
  if (isComplaint({ source }) && typed.description.trim() === '')
    return { field: 'description', text: 'Describe the complaint' } as const
  const tooLong = tooLongIn(typed.description.trim().length, textLimits.remark)
  if (tooLong) return { field: 'description', text: tooLong } as const
  if (typed.scheduled !== '' && !isDayInReach(typed.scheduled))
    return { field: 'scheduled', text: dayOutOfReachText } as const
  return null
}

/** CF-20, C-20: an address is not required, but a warning is shown before saving without one. */
const withoutAddress = ({ what }: InspectionKind) => ({
  title: 'Save without an address?',
  text: `No address is chosen. The ${what} will be listed as “No address”.`,
  yes: 'Save without an address',
  no: 'Go back',
})

/** The new contact to send, or what is wrong with it; null if nothing is typed. */
function newContactIn({ isNew, name, email, phone }: ChosenContact): {
  body: z.input<typeof NewContact> | null
  problems: ContactProblems
} {
  if (!isNew || [name, email, phone].every((it) => it.trim() === '')) return { body: null, problems: {} }
  const checked = z.safeParse(NewContact, { name, email, phone })
  if (checked.success) return { body: { name, email, phone }, problems: {} }
  return {
    body: null,
    problems: Object.fromEntries(checked.error.issues.map((it) => [String(it.path[0]), it.message])),
  }
}

/** Shown once a new inspection is saved on the device (CF-30). */
const inspectionMadeText = (source: string): string =>
  source === permitSource ? 'Permit inspection created successfully!' : 'Inspection created successfully!'
