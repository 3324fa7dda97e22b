import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import type { Violation } from '../contract/violation.ts'
import { addCitation } from '../records/citation.ts'
import { codeBook } from '../records/code.ts'
import { defaultCitationDeadline, defaultFine, fineFrom } from '../rules/citation-form.ts'
import { isDay } from '../rules/dates.ts'
import { usePerform, useRows, useUser } from '../sync/react.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { CitationCheck } from './citation-check.tsx'
import { CodesAtHand } from './codes-at-hand.tsx'
import { KeptQuestion, useKeptForm } from './kept-form.tsx'
import { CodePicker } from './pickers/code-picker.tsx'
import { useNow, useZone } from './use-now.ts'
import { saved, tellSaved } from './use-save.ts'

/** What is typed; text and an id, so that a draft outlives the page. */
export interface TypedCitation {
  citationid: string
  fine: string
  deadline: string
  code: number | null
  /** The citation is read once more before it is saved. */
  isChecked: boolean
}

/** The name of the form's draft. */
export const citationDraft = (violationId: Id) => `citation/violation:${violationId}`

interface Props {
  violation: Violation
  onAdded: () => void
}

/** A new citation: number, fine, deadline and code (CT-10 to CT-14). It is shown once more before it is made. */
export function CitationForm({ violation, onAdded }: Props) {
  const { form, kept, save, check } = useCitationDraft(violation, onAdded)
  const { rows } = useRows(codeBook())
  const { errors } = form.formState
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A citation" />
  const codeOf = (id: number | null) => (id === null ? null : (rows?.find((it) => it.id === id) ?? { id }))
  return (
    <>
      <Form
        aria-label="Add New Citation"
        onSubmit={check}
        actions={
          <Button type="submit" kind="main" disabled={form.watch('code') === null}>
            Add Citation
          </Button>
        }
      >
        <Controller
          control={form.control}
          name="code"
          render={({ field }) => (
            <>
              <CodePicker
                label="Code"
                required
                hint="A citation names one section of the code."
                value={codeOf(field.value)}
                onChange={(code) => field.onChange(code?.id ?? null)}
              />
              {field.value === null && <CodesAtHand codes={violation.codes ?? []} onChoose={field.onChange} />}
            </>
          )}
        />
        <div className="half">
          <TextField
            label="Fine ($)"
            required
            inputMode="decimal"
            autoComplete="off"
            problem={errors.fine?.message}
            {...form.register('fine')}
          />
        </div>
        <div className="half">
          <TextField
            label="Deadline"
            type="date"
            required
            problem={errors.deadline?.message}
            {...form.register('deadline')}
          />
        </div>
        <div className="half">
          <TextField label="Citation ID" autoComplete="off" hint="Optional" {...form.register('citationid')} />
        </div>
      </Form>
      {form.watch('isChecked') && (
        <CitationCheck
          violation={violation}
          typed={form.getValues()}
          onClose={() => form.setValue('isChecked', false)}
          onSave={() => void save()}
        />
      )}
    </>
  )
}

/** The form with its draft: `check` shows it once more, `save` makes it. */
function useCitationDraft({ id }: Violation, onAdded: () => void) {
  const perform = usePerform()
  const user = useUser()
  const now = useNow()
  const zone = useZone()
  const blank: TypedCitation = {
    citationid: '',
    fine: String(defaultFine),
    deadline: defaultCitationDeadline(now, zone),
    code: null,
    isChecked: false,
  }
  const form = useForm<TypedCitation>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: citationDraft(id), blank })
  const check = form.handleSubmit((typed) => {
    if (citationOf(typed, form)) form.setValue('isChecked', true)
  })
  const save = form.handleSubmit(async (typed) => {
    const citation = citationOf(typed, form)
    if (!citation) return
    const body = { ...citation, violation_id: id, user_id: user.id, status: 0 as const }
    const made = await saved(() => perform(addCitation, {}, body, { form: citationDraft(id) }))
    if (made === null) return
    await kept.finish()
    tellSaved('Citation added')
    onAdded()
  })
  return { form, kept, check, save }
}

/** What was typed as a citation, or null with the reason beside its field (CT-11 to CT-13). */
function citationOf(
  { citationid, fine: typedFine, deadline, code }: TypedCitation,
  form: UseFormReturn<TypedCitation>,
) {
  const fine = fineFrom(typedFine)
  if (fine === null) form.setError('fine', { message: 'Enter the fine in dollars, 0 or more' }, { shouldFocus: true })
  if (!isDay(deadline)) form.setError('deadline', { message: 'Enter a deadline' }, { shouldFocus: fine !== null })
  if (fine === null || !isDay(deadline) || code === null) {
    form.setValue('isChecked', false)
    return null
  }
  return { citationid: citationid.trim(), fine, deadline, code_id: code }
}
