import { useState } from 'react'
import { Controller, type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Business, NewBusiness } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { addBusiness, allBusinesses, businessesAt } from '../records/business.ts'
import { readListing } from '../records/read-listing.ts'
import { duplicateBusinessText, isSameBusiness } from '../rules/business-duplicate.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { same } from '../rules/same.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePerform } from '../sync/react/hooks.ts'
import { useListing } from '../sync/react/listing.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { Note } from '../ui/states.tsx'
import { KeptQuestion, useKeptForm } from './kept-form.tsx'
import { AddressPicker } from './pickers/address-picker.tsx'
import { UnitSelect } from './pickers/unit-select.tsx'
import { saved } from './use-save.ts'

interface Typed {
  name: string
  address: AddressLine | null
  unit_id: Id | null
  trading_as: string
  phone: string
  email: string
  website: string
  opened_on: string
  employee_count: string
  is_closed: boolean
}

interface Props {
  /** The name of the form and its subject: 'business/embedded'. */
  draft: string
  /** Its address, if the surrounding form knows it. */
  address?: AddressLine | null
  /** The new business, or the existing one used instead. */
  onSaved: (business: Business) => void
  onCancel?: () => void
}

/** The state and the saving of the form. */
function useNewBusiness({ draft, address = null, onSaved }: Props) {
  const perform = usePerform()
  const { db } = useEngine().device
  const [blank] = useState<Typed>({
    ...{ name: '', address, unit_id: null, trading_as: '', phone: '', email: '', website: '' },
    ...{ opened_on: '', employee_count: '', is_closed: false },
  })
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank })
  const [name, chosen] = [form.watch('name'), form.watch('address')]
  // Only the few at this address are read, because a town may have tens of thousands.
  const { found } = useListing<Business>(allBusinesses(), businessesAt(chosen?.id ?? 0), 'all')
  const twin = found?.rows.find((it) => isSameBusiness(it, { name, address_id: chosen?.id }))

  const save: () => Promise<void> = form.handleSubmit(async (typed) => {
    const checked = z.safeParse(NewBusiness, bodyOf(typed))
    if (!checked.success) {
      for (const { path, message } of checked.error.issues) {
        const field = path[0] === 'address_id' ? 'address' : (String(path[0]) as keyof Typed) // the body's fields are those of the form
        form.setError(field, { message: field === 'address' ? 'Name and Address are required.' : message })
      }
      return
    }
    const there = await readListing<Business>(db, businessesAt(checked.data.address_id))
    if (there.some((it) => isSameBusiness(it, checked.data))) return
    // The fields stay open meanwhile. From here to the blank form nothing waits, so nothing can be typed in between.
    if (!same(typed, form.getValues())) return save()
    const made = await kept.finishWith(() => saved(() => perform(addBusiness, {}, checked.data, { form: draft })))
    if (made === null) return
    const row = await db.rows('business').get(made)
    // A device without the address book knows the address only from this form.
    onSaved({ ...(row ?? { ...checked.data, id: made }), address: row?.address ?? typed.address })
  })
  const takeInstead = async (business: Business) => {
    await kept.drop()
    onSaved(business)
  }
  return { form, kept, addressId: chosen?.id ?? null, twin, save, takeInstead }
}

/** A new business, on its own page or over another form: name and address are required (CF-35 to CF-37). */
export function BusinessForm(props: Props) {
  const { form, kept, addressId, twin, save, takeInstead } = useNewBusiness(props)
  const { onCancel } = props
  const { errors, isSubmitted } = form.formState

  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new business" words={form.getValues('name')} />
  const line: LineProps = (field) => ({
    autoComplete: 'off',
    problem: errors[field]?.message,
    ...form.register(field),
  })
  return (
    <Form
      aria-label="New Business"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main">
            Create Business
          </Button>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        </>
      }
    >
      <TextField label="Name" required {...line('name')} />
      <AddressOfBusiness form={form} />
      {twin && (
        <Note tone={isSubmitted ? 'red' : 'yellow'} role="alert">
          <p>{duplicateBusinessText}</p>
          <Button onClick={() => void takeInstead(twin)}>Use {twin.name}</Button>
        </Note>
      )}
      <div className="half">
        <Controller
          control={form.control}
          name="unit_id"
          render={({ field }) => (
            <UnitSelect addressId={addressId} value={field.value} onChange={field.onChange} blank="Whole Building" />
          )}
        />
      </div>
      <BusinessDetails line={line} />
      <CheckField label="Closed" {...form.register('is_closed')} />
    </Form>
  )
}

/** The address; a different choice clears the unit. */
function AddressOfBusiness({ form }: { form: UseFormReturn<Typed> }) {
  return (
    <Controller
      control={form.control}
      name="address"
      render={({ field, fieldState }) => (
        <AddressPicker
          label="Address"
          required
          value={field.value}
          problem={fieldState.error?.message}
          onChange={(value) => {
            form.clearErrors('address')
            form.setValue('unit_id', null)
            field.onChange(value)
          }}
        />
      )}
    />
  )
}

type LineName = 'name' | 'trading_as' | 'phone' | 'email' | 'website' | 'opened_on' | 'employee_count'

/** The props of a one-line field from the form. */
type LineProps = (
  field: LineName,
) => UseFormRegisterReturn<LineName> & { autoComplete: string; problem: string | undefined }

function BusinessDetails({ line }: { line: LineProps }) {
  return (
    <>
      <div className="half">
        <TextField label="Trading as" {...line('trading_as')} />
      </div>
      <div className="half">
        <TextField label="Phone" type="tel" {...line('phone')} />
      </div>
      <div className="half">
        <TextField label="Email" type="email" inputMode="email" {...line('email')} />
      </div>
      <TextField label="Website" type="url" inputMode="url" {...line('website')} />
      <div className="half">
        <TextField label="Opened on" type="date" {...line('opened_on')} />
      </div>
      <div className="half">
        <TextField label="Employee count" inputMode="numeric" {...line('employee_count')} />
      </div>
    </>
  )
}

/** The form's values as the contract expects them: a blank count or day is null (CF-37). */
const bodyOf = ({ address, employee_count, ...typed }: Typed) => ({
  ...typed,
  address_id: address?.id,
  employee_count: employee_count.trim() === '' ? null : Number(employee_count),
})
