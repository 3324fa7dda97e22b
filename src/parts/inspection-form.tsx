import { useState } from 'react'
import { Controller } from 'react-hook-form'
import type { Id } from '../contract/id.ts'
import type { InspectionSource } from '../contract/inspection.ts'
import { isComplaint } from '../rules/inspection-source.ts'
import { may } from '../rules/permissions.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextAreaField, TextField } from '../ui/fields.tsx'
import { FieldFrame } from '../ui/fields-look.ts'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { type InspectionDraft, useInspectionDraft } from './inspection-draft.ts'
import { InspectionPlace } from './inspection-place-fields.tsx'
import { KeptQuestion } from './kept-form.tsx'
import { NewBusinessDialog, NewUnitDialog } from './new-record-dialogs.tsx'
import { PhotoField } from './photo-intake.tsx'
import { ContactChoice } from './pickers/contact-choice.tsx'
import { OnsSelect } from './pickers/ons-select.tsx'

interface Props {
  /** What it creates: a complaint, one of the licence inspections, or a permit inspection (CF-24, CF-25). */
  source: InspectionSource
  onCreated: (inspectionId: Id) => void
}

/** The form of every new inspection and complaint (CF-13 to CF-30). */
export function InspectionForm({ source, onCreated }: Props) {
  const draft = useInspectionDraft(source, onCreated)
  const { form, kind, kept } = draft
  const [adding, setAdding] = useState<'unit' | 'business' | null>(null)
  if (kept.isAsking)
    return (
      <Section title={kind.title}>
        <KeptQuestion kept={kept} what={`A ${kind.what}`} words={form.getValues('description')} />
      </Section>
    )
  const address = form.watch('address')
  return (
    <Section title={kind.title}>
      <Form
        aria-label={kind.title}
        onSubmit={draft.save}
        actions={
          <Button type="submit" kind="main">
            {kind.save}
          </Button>
        }
      >
        <InspectionPlace draft={draft} onAdd={setAdding} />
        <Rest draft={draft} />
      </Form>
      {/* Beside the form, because a form inside it would be submitted with it. */}
      {adding === 'unit' && address && (
        <NewUnitDialog
          address={address}
          onClose={() => setAdding(null)}
          onChosen={(unitId) => {
            form.setValue('unit_id', unitId, { shouldDirty: true })
            setAdding(null)
          }}
        />
      )}
      {adding === 'business' && (
        <NewBusinessDialog
          address={address}
          onClose={() => setAdding(null)}
          onChosen={(business) => {
            draft.chooseBusiness(business)
            setAdding(null)
          }}
        />
      )}
    </Section>
  )
}

function Rest({ draft }: { draft: InspectionDraft }) {
  const { form, kind, intake } = draft
  const { role } = useUser()
  const isNamedComplaint = isComplaint(kind)
  return (
    <>
      <TextAreaField
        label="Description"
        required={isNamedComplaint}
        problem={form.formState.errors.description?.message}
        {...form.register('description')}
      />
      <Controller
        control={form.control}
        name="contact"
        render={({ field }) => (
          <ContactChoice
            value={field.value}
            onChange={field.onChange}
            problems={draft.contactProblems}
            same={draft.sameContact}
            what={kind.what}
          />
        )}
      />
      {may(role, 'assign') && (
        <div className="half">
          <Controller
            control={form.control}
            name="inspector_id"
            render={({ field }) => (
              <OnsSelect label="Assign to ONS member" value={field.value} onChange={field.onChange} />
            )}
          />
        </div>
      )}
      {!isNamedComplaint && (
        <>
          <div className="half">
            <TextField
              label="Scheduled Date"
              type="datetime-local"
              problem={form.formState.errors.scheduled?.message}
              {...form.register('scheduled')}
            />
          </div>
          <CheckField label="Paid" {...form.register('paid')} />
        </>
      )}
      <FieldFrame>
        <span className="label">Application or Photos</span>
        <PhotoField intake={intake} label="Application or Photos" />
      </FieldFrame>
    </>
  )
}
