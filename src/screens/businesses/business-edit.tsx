import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type Business, BusinessFields, nameAndAddress } from '../../contract/business.ts'
import type { Id } from '../../contract/id.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { saved } from '../../parts/use-save.ts'
import { saveBusiness } from '../../records/business.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { AddressField, UnitField } from './business-place.tsx'

type Typed = z.input<typeof BusinessFields>

/** Name of the draft of an edit. */
export const businessDraft = (businessId: Id): string => `business-edit/business:${businessId}`

const blankAsNull = (text: unknown) => (text === '' || text === undefined ? null : text)
const numberOrNull = (text: unknown) => (blankAsNull(text) === null ? null : Number(text))

interface Props {
  business: Business
  /** Called with whether anything was saved. */
  onDone: (wasSaved: boolean) => void
}

/** The state and saving of the form. */
function useBusinessEdit({ business, onDone }: Props) {
  const perform = usePerform()
  // The edit starts from what was shown when the form was opened.
  const [seen] = useState(business)
  const shown = fieldsOf(seen)
  const draft = businessDraft(seen.id)
  const form = useForm<Typed, unknown, BusinessFields>({ resolver: zodResolver(BusinessFields), defaultValues: shown })
  const kept = useKeptForm(form, { name: draft, blank: shown, seen })

  const cancel = async () => {
    await kept.drop()
    onDone(false)
  }
  const save = form.handleSubmit(async (fields) => {
    if (!kept.isDirty) return cancel()
    const typed = form.getValues()
    if (fields.address_id === undefined) return form.setError('address_id', { message: nameAndAddress })
    const done = await saved(() =>
      perform(saveBusiness, { businessId: seen.id }, fields, { form: draft, seen: kept.seen ?? seen }),
    )
    if (done === null) return
    await kept.finish(typed)
    onDone(true)
  })
  return { seen, form, kept, cancel, save }
}

/** The form of a business: Save Changes and Cancel (BU-03); other people's changes are merged. */
export function BusinessEdit(props: Props) {
  const { seen, form, kept, cancel, save } = useBusinessEdit(props)
  const { errors } = form.formState
  const { register, setValue, watch } = form
  const addressId = watch('address_id') ?? null

  if (kept.isAsking) return <KeptQuestion kept={kept} what="An edit of this business" />
  return (
    <Form
      aria-label="Edit business"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main">
            Save Changes
          </Button>
          <Button onClick={() => void cancel()}>Cancel</Button>
        </>
      }
    >
      <div className="half">
        <TextField
          label="Name"
          required
          autoFocus
          autoComplete="off"
          problem={errors.name?.message}
          {...register('name')}
        />
      </div>
      <div className="half">
        <TextField label="Trading as" autoComplete="off" {...register('trading_as')} />
      </div>
      <div className="half">
        <AddressField
          id={addressId}
          known={seen}
          problem={errors.address_id?.message}
          onChange={(id) => {
            setValue('address_id', id ?? undefined, { shouldDirty: true })
            form.clearErrors('address_id')
            setValue('unit_id', null, { shouldDirty: true })
          }}
        />
      </div>
      <div className="half">
        <UnitField
          addressId={addressId}
          value={watch('unit_id') ?? null}
          onChange={(id) => setValue('unit_id', id, { shouldDirty: true })}
        />
      </div>
      <BusinessDetails register={register} errors={errors} />
    </Form>
  )
}

interface DetailsProps {
  register: UseFormRegister<Typed>
  errors: FieldErrors<Typed>
}

function BusinessDetails({ register, errors }: DetailsProps) {
  return (
    <>
      <div className="half">
        <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...register('email')} />
      </div>
      <div className="half">
        <TextField label="Phone" type="tel" autoComplete="off" {...register('phone')} />
      </div>
      <div className="half">
        <TextField
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          problem={errors.website?.message}
          {...register('website', { setValueAs: blankAsNull })}
        />
      </div>
      <div className="half">
        <TextField
          label="Opened on"
          type="date"
          problem={errors.opened_on?.message}
          {...register('opened_on', { setValueAs: blankAsNull })}
        />
      </div>
      <div className="half">
        <TextField
          label="Employees"
          type="number"
          inputMode="numeric"
          min={0}
          problem={errors.employee_count?.message}
          {...register('employee_count', { setValueAs: numberOrNull })}
        />
      </div>
      <div className="half">
        <CheckField label="This business is closed" {...register('is_closed')} />
      </div>
    </>
  )
}

/** The values of the form: missing text is blank. */
const fieldsOf = (it: Business): Typed => ({
  name: it.name ?? '',
  trading_as: it.trading_as ?? '',
  address_id: it.address_id ?? undefined,
  unit_id: it.unit_id ?? null,
  email: it.email ?? '',
  phone: it.phone ?? '',
  website: it.website || null,
  is_closed: it.is_closed ?? false,
  opened_on: it.opened_on ?? null,
  employee_count: it.employee_count ?? null,
})
