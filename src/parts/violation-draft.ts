import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import { deadlineChoices, violationTypes } from '../contract/violation.ts'
import { addViolation, addViolationAtAddress } from '../records/violation.ts'
import { defaultDeadline, invalidDeadlineText } from '../rules/deadline.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { violationUser } from '../rules/permissions.ts'
import { defaultViolationType } from '../rules/violation-type.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { useOneAtATime } from '../ui/one-at-a-time.ts'
import { type KeptForm, useKeptForm } from './kept-form.tsx'
import { type PhotoIntake, usePhotoIntake } from './photo-intake.tsx'
import { settledAsChecked } from './settled-form.ts'
import { saved, tellSaved } from './use-save.ts'

/** The typed values: only text and ids, so that a draft survives the page. */
interface TypedViolation {
  address: AddressLine | null
  codes: number[]
  deadline: string
  violation_type: string
  /** null is the person themselves (CF-07). */
  assignee: number | null
  /** The violation is shown once more before it is saved. */
  isChecked: boolean
}

interface Options {
  /** The name of the form and its subject: 'violation/inspection:12'. */
  draft: string
  /** The only possible address (RV-06). */
  lockedTo?: AddressLine
  /** The inspection from which it came (CF-12). */
  inspectionId?: Id
  /** Made on the page of that address (AD-26). */
  isAtAddress?: boolean
  /** Photos chosen elsewhere that become its attachments; the form itself then offers none. */
  chosen?: PhotoIntake
  onCreated: (violationId: Id) => void
}

/** The violation form, for a page that fills it from elsewhere (RV-05). */
export interface ViolationDraft {
  form: UseFormReturn<TypedViolation>
  kept: KeptForm
  intake: PhotoIntake
  lockedTo: AddressLine | undefined
  /** The attachments are chosen outside the form. */
  hasChosen: boolean
  /** First shows it once more, then saves. */
  save(): Promise<void>
  /** Adds sections, each once. */
  addCodes(codes: readonly number[]): void
}

export function useViolationDraft(options: Options): ViolationDraft {
  const { draft, lockedTo, inspectionId, isAtAddress, chosen, onCreated } = options
  const perform = usePerform()
  const user = useUser()
  const own = usePhotoIntake(draft)
  const intake = chosen ?? own
  const blank: TypedViolation = {
    address: null,
    codes: [],
    deadline: defaultDeadline,
    violation_type: defaultViolationType,
    assignee: null,
    isChecked: false,
  }
  const form = useForm<TypedViolation>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank, intake: own })

  const store: () => Promise<void> = form.handleSubmit(async (typed) => {
    const deadline = deadlineChoices.find((it) => it === typed.deadline)
    if (deadline === undefined) {
      form.setValue('deadline', defaultDeadline, { shouldDirty: true })
      form.setValue('isChecked', false)
      form.setError('deadline', { message: invalidDeadlineText })
      return
    }
    const address = lockedTo ?? typed.address
    if (!address) {
      form.setError('address', { message: 'Choose an address' })
      return
    }
    if (!typed.isChecked) {
      form.setValue('isChecked', true)
      return
    }
    const photos = await settledAsChecked(form, intake)
    if (photos === null) return store()
    const body = {
      address_id: address.id,
      user_id: violationUser(user, typed.assignee),
      codes: typed.codes,
      deadline,
      violation_type: violationTypes.find((it) => it === typed.violation_type) ?? defaultViolationType,
      inspection_id: inspectionId ?? null,
    }
    const extra = { photos, form: draft }
    const made = await saved(() =>
      isAtAddress
        ? perform(addViolationAtAddress, { addressId: address.id }, body, extra)
        : perform(addViolation, {}, body, extra),
    )
    if (made === null) return
    await kept.finish(typed)
    tellSaved('Violation created!')
    onCreated(made)
  })
  const save = useOneAtATime(store)
  return {
    form,
    kept,
    intake,
    lockedTo,
    hasChosen: chosen !== undefined,
    save,
    addCodes(codes) {
      // They come to a notice that was left unfinished, and not in its place.
      if (kept.isAsking) kept.goOn()
      form.setValue('codes', [...new Set([...form.getValues('codes'), ...codes])], { shouldDirty: true })
    },
  }
}
