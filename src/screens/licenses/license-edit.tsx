import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type License, licenses } from '../../contract/license.ts'
import { useDirectEdit } from '../../parts/direct-edit.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, EditClash, NeedsSignal } from '../../parts/online-only.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { licenseById } from '../../records/license.ts'
import { expirationInEdit, fiscalYearOptions } from '../../rules/fiscal-year.ts'
import { licenseTypes } from '../../rules/license-type.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { tell } from '../../ui/toast.tsx'

interface Typed {
  license_type: string
  license_number: string
  paid: boolean
  sent: boolean
  date_issued: string
  fiscal_year: string
  expiration_date: string
}

/** The names of the fields in the form. */
const names = {
  license_type: 'License type',
  license_number: 'License number',
  paid: 'Paid',
  sent: 'Sent',
  date_issued: 'Date issued',
  fiscal_year: 'Fiscal year',
  expiration_date: 'Expiration date',
}

/** A licence's fields as inputs. Saved at the office at once, so it needs signal (LC-11 to LC-14). */
export function LicenseEdit({ license, onDone }: { license: License; onDone: () => void }) {
  // The record when the form was opened; a newer row does not change what is being typed.
  const [seen] = useState(license)
  const blank = typedOf(seen)
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: `license-edit/license:${license.id}`, blank, seen })
  const edit = useDirectEdit({
    endpoint: licenses.save,
    params: { licenseId: license.id },
    fresh: licenseById(license.id),
    fieldsOf: (row) => fieldsOf(typedOf(row)),
    leaves: { keeps: 'license', words: 'License saved' },
  })
  const save = form.handleSubmit(async (typed) => {
    // The draft's own record, if a draft was continued.
    if (!(await edit.save(fieldsOf(typed), (kept.seen as License | undefined) ?? seen))) return
    const isStillShown = await kept.finish(typed)
    tell('License saved')
    // Closed and opened again meanwhile, the form may hold another edit by now.
    if (isStillShown) onDone()
  })
  const cancel = async () => {
    await kept.drop()
    onDone()
  }
  if (kept.isAsking) return <KeptQuestion kept={kept} what="An edit of this license" />
  return (
    <>
      <NeedsSignal what="Changing a license" keeps />
      <CallFailure
        of={edit.failure}
        failed={edit.failure?.problem.kind === 'refused' ? 'Failed to save license' : 'Failed to save'}
      />
      <EditClash of={edit.clashes} nameOf={names} />
      <Fields
        form={form}
        stored={seen.fiscal_year}
        isSaving={edit.isSaving}
        onSave={save}
        onCancel={() => void cancel()}
      />
    </>
  )
}

interface FieldsProps {
  form: ReturnType<typeof useForm<Typed>>
  stored: string | null | undefined
  isSaving: boolean
  onSave: () => Promise<void>
  onCancel: () => void
}

function Fields({ form, stored, isSaving, onSave, onCancel }: FieldsProps) {
  const years = fiscalYearOptions(useNow(), useZone())
  const choices = stored && !years.includes(stored) ? [stored, ...years] : years
  const setYear = (year: string) => {
    const expires = expirationInEdit(year)
    if (expires) form.setValue('expiration_date', expires, { shouldDirty: true })
  }
  return (
    <Form
      aria-label="License"
      onSubmit={onSave}
      actions={
        <>
          <Button type="submit" kind="main" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      }
    >
      <div className="half">
        <SelectField
          label={names.license_type}
          autoFocus
          choices={licenseTypes.map(({ value, text }) => [String(value), text] as const)}
          {...form.register('license_type')}
        />
      </div>
      <div className="half">
        <TextField label={names.license_number} autoComplete="off" {...form.register('license_number')} />
      </div>
      <div className="half">
        <TextField label={names.date_issued} type="date" {...form.register('date_issued')} />
      </div>
      <div className="half">
        <SelectField
          label={names.fiscal_year}
          blank="Not set"
          choices={choices}
          hint="Choosing a year sets the expiration date."
          {...form.register('fiscal_year', { onChange: (event) => setYear(event.target.value) })}
        />
      </div>
      <div>
        <TextField label={names.expiration_date} type="date" {...form.register('expiration_date')} />
      </div>
      <div className="half">
        <CheckField label={names.paid} {...form.register('paid')} />
      </div>
      <div className="half">
        <CheckField label={names.sent} {...form.register('sent')} />
      </div>
    </Form>
  )
}

/** A licence of type 0 reads as Business and is sent back as type 1 (LC-03). */
const typedOf = (license: License): Typed => ({
  license_type: String(license.license_type || 1),
  license_number: license.license_number ?? '',
  paid: Boolean(license.paid),
  sent: Boolean(license.sent),
  date_issued: license.date_issued?.slice(0, 10) ?? '',
  fiscal_year: license.fiscal_year ?? '',
  expiration_date: license.expiration_date?.slice(0, 10) ?? '',
})

const fieldsOf = (typed: Typed) => ({
  license_type: licenseTypes.find(({ value }) => String(value) === typed.license_type)?.value ?? 1,
  license_number: typed.license_number.trim() || null,
  paid: typed.paid,
  sent: typed.sent,
  date_issued: typed.date_issued || null,
  fiscal_year: typed.fiscal_year || null,
  expiration_date: typed.expiration_date || null,
})
