import { Controller } from 'react-hook-form'
import { violationTypes } from '../contract/violation.ts'
import { addressLabel } from '../rules/address-text.ts'
import { may } from '../rules/permissions.ts'
import { violationTypeText } from '../rules/violation-type.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { SelectField } from '../ui/fields.tsx'
import { FieldFrame } from '../ui/fields-look.ts'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { CodeChoice } from './code-choice.tsx'
import { DeadlineField } from './deadline-field.tsx'
import { KeptQuestion } from './kept-form.tsx'
import { PhotoField } from './photo-intake.tsx'
import { AddressPicker } from './pickers/address-picker.tsx'
import { OnsSelect } from './pickers/ons-select.tsx'
import { ViolationCheck } from './violation-check.tsx'
import type { ViolationDraft } from './violation-draft.ts'

/** The stored value, and the text for people (CF-04). */
const typeChoices = violationTypes.map((it): [string, string] => [it, violationTypeText(it)])

interface FormProps {
  draft: ViolationDraft
  /** "Create Violation Notice" if it is part of another screen (CF-02). */
  title?: string
}

/** New Violation: address, assignee for Admin, codes, deadline, type, attachments (CF-01 to CF-12). */
export function ViolationForm({ draft, title = 'Create Violation Notice' }: FormProps) {
  const { form, kept, intake, lockedTo, hasChosen, save } = draft
  const { role } = useUser()
  const { errors } = form.formState
  if (kept.isAsking)
    return (
      <Section title={title}>
        <KeptQuestion kept={kept} what="A violation notice" />
      </Section>
    )
  return (
    <Section title={title}>
      <Form
        aria-label={title}
        onSubmit={save}
        actions={
          <Button type="submit" kind="main">
            Review and Create
          </Button>
        }
      >
        {lockedTo ? (
          <p>
            Address: <b>{addressLabel(lockedTo)}</b>
          </p>
        ) : (
          <AddressField form={form} problem={errors.address?.message} />
        )}
        <Controller
          control={form.control}
          name="codes"
          render={({ field }) => <CodeChoice label="Codes" chosen={field.value} onChange={field.onChange} />}
        />
        <DeadlineField problem={errors.deadline?.message} {...form.register('deadline')} />
        <div className="half">
          <SelectField label="Violation Type" choices={typeChoices} {...form.register('violation_type')} />
        </div>
        {may(role, 'assign') && <AssigneeField form={form} />}
        {!hasChosen && (
          <FieldFrame>
            <span className="label">Attachments</span>
            <PhotoField intake={intake} label="Attachments" />
          </FieldFrame>
        )}
      </Form>
      {form.watch('isChecked') && <ViolationCheck draft={draft} />}
    </Section>
  )
}

interface FieldProps {
  form: ViolationDraft['form']
}

function AddressField({ form, problem }: FieldProps & { problem: string | undefined }) {
  return (
    <Controller
      control={form.control}
      name="address"
      render={({ field }) => (
        <AddressPicker
          label="Address"
          required
          value={field.value}
          onChange={(address) => {
            form.clearErrors('address')
            field.onChange(address)
          }}
          problem={problem}
        />
      )}
    />
  )
}

/** Admin's choice of the assignee. */
function AssigneeField({ form }: FieldProps) {
  return (
    <Controller
      control={form.control}
      name="assignee"
      render={({ field }) => (
        <OnsSelect
          label="Assign to"
          blank="Unassigned (defaults to me)"
          value={field.value}
          onChange={field.onChange}
        />
      )}
    />
  )
}
