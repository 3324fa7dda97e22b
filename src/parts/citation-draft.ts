import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import { dayOutOfReachText, isDayInReach } from '../contract/text-limits.ts'
import type { Violation } from '../contract/violation.ts'
import { addCitation } from '../records/citation.ts'
import { defaultCitationDeadline, defaultFine, fineFrom } from '../rules/citation-form.ts'
import { isDay } from '../rules/dates.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { useOneAtATime } from '../ui/one-at-a-time.ts'
import { useKeptForm } from './kept-form.tsx'
import { useNow, useZone } from './use-now.ts'
import { saved, tellSaved } from './use-save.ts'

/** The typed values: text and an id, so that a draft survives the page. */
export interface TypedCitation {
  citationid: string
  fine: string
  deadline: string
  code: number | null
  /** The citation is shown once more before it is saved. */
  isChecked: boolean
}

/** The name of the form's draft. */
export const citationDraft = (violationId: Id) => `citation/violation:${violationId}`

/** The form with its draft: `check` shows it once more, `save` creates it. */
export function useCitationDraft({ id, codes }: Violation, onAdded: () => void) {
  const perform = usePerform()
  const user = useUser()
  const now = useNow()
  const zone = useZone()
  const [onlyCode] = useState(codes?.length === 1 ? (codes[0]?.id ?? null) : null)
  const blank: TypedCitation = {
    citationid: '',
    fine: String(defaultFine),
    deadline: defaultCitationDeadline(now, zone),
    code: onlyCode,
    isChecked: false,
  }
  const form = useForm<TypedCitation>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: citationDraft(id), blank })
  const check = form.handleSubmit((typed) => {
    if (citationOf(typed, form)) form.setValue('isChecked', true)
  })
  const store = form.handleSubmit(async (typed) => {
    const citation = citationOf(typed, form)
    if (!citation) return
    const body = { ...citation, violation_id: id, user_id: user.id, status: 0 as const }
    const made = await saved(() => perform(addCitation, {}, body, { form: citationDraft(id) }))
    if (made === null) return
    await kept.finish(typed)
    tellSaved('Citation added')
    onAdded()
  })
  const save = useOneAtATime(store)
  return { form, kept, check, save }
}

/** The typed values as a citation, or null with the reason beside its field (CT-11 to CT-13). */
function citationOf(
  { citationid, fine: typedFine, deadline, code }: TypedCitation,
  form: UseFormReturn<TypedCitation>,
) {
  const fine = fineFrom(typedFine)
  if (fine === null) form.setError('fine', { message: 'Enter the fine in dollars, 0 or more' }, { shouldFocus: true })
  const late = isDay(deadline) ? !isDayInReach(deadline) && dayOutOfReachText : 'Enter a deadline'
  if (late) form.setError('deadline', { message: late }, { shouldFocus: fine !== null })
  if (fine === null || late || code === null) {
    form.setValue('isChecked', false)
    return null
  }
  return { citationid: citationid.trim(), fine, deadline, code_id: code }
}
