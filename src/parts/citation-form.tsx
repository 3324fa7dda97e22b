import { Controller } from 'react-hook-form'
import type { Violation } from '../contract/violation.ts'
import { codeBook } from '../records/code.ts'
import { useRows } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { startsHere } from '../ui/starts-here.ts'
import { CitationCheck } from './citation-check.tsx'
import { useCitationDraft } from './citation-draft.ts'
import { KeptQuestion } from './kept-form.tsx'
import { CodePicker } from './pickers/code-picker.tsx'
import { SuggestedCodes } from './suggested-codes.tsx'

interface Props {
  violation: Violation
  onAdded: () => void
}

/** A new citation: number, fine, deadline and code (CT-10 to CT-14). It is shown once more before it is created. */
export function CitationForm({ violation, onAdded }: Props) {
  const { form, kept, save, check } = useCitationDraft(violation, onAdded)
  const { rows } = useRows(codeBook())
  const { errors } = form.formState
  if (kept.isAsking) return <KeptQuestion kept={kept} what="A citation" />
  const codeOf = (id: number | null) => (id === null ? null : (rows?.find((it) => it.id === id) ?? { id }))
  return (
    <>
      <Form
        ref={startsHere}
        aria-label="Add New Citation"
        onSubmit={check}
        actions={
          <Button type="submit" kind="main" disabled={form.watch('code') === null}>
            Add Citation
          </Button>
        }
      >
        <div className="half">
          <TextField label="Citation ID" autoComplete="off" hint="Optional" {...form.register('citationid')} />
        </div>
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
        <Controller
          control={form.control}
          name="code"
          render={({ field }) => (
            <>
              {field.value === null && <SuggestedCodes codes={violation.codes ?? []} onChoose={field.onChange} />}
              <CodePicker
                label="Code"
                required
                hint="A citation names one section of the code."
                value={codeOf(field.value)}
                onChange={(code) => field.onChange(code?.id ?? null)}
              />
            </>
          )}
        />
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
