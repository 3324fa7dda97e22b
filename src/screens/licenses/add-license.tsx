import { useState } from 'react'
import { Controller, type UseFormRegister, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { Business } from '../../contract/business.ts'
import type { Id } from '../../contract/id.ts'
import { licenses } from '../../contract/license.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { BusinessPicker } from '../../parts/pickers/business-picker.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { useOpenViolations } from '../../parts/use-open-violations.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { dateText } from '../../rules/date-text.ts'
import { expirationAtCreation, fiscalYearAtCreation, fiscalYearPreview } from '../../rules/fiscal-year.ts'
import { type LicenseType, licenseTypes, missingHolder } from '../../rules/license-type.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { plural } from '../../rules/text.ts'
import type { Failure } from '../../sync/online/call.ts'
import { useCall, usePull } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'

/** The values of the dialog: text and plain values, so that a draft survives the page. */
interface Typed {
  license_type: string
  business: Business | null
  address: AddressLine | null
  license_number: string
  paid: boolean
  sent: boolean
  date_issued: string
}

const blank: Typed = {
  license_type: '1',
  business: null,
  address: null,
  license_number: '',
  paid: false,
  sent: false,
  date_issued: '',
}

/** How the dialog searches: from 2 characters, 300 ms after the last key, 10 results (LC-07). */
const search = { from: 2, delayMs: 300, limit: 10 }

const typeOf = (text: string): LicenseType => licenseTypes.find(({ value }) => String(value) === text)?.value ?? 1

/** The state and the saving of the form. */
function useNewLicense(onClose: () => void) {
  const call = useCall()
  const now = useNow()
  const zone = useZone()
  const form = useForm<Typed>({ defaultValues: blank })
  const kept = useKeptForm(form, { name: 'license/new', blank })
  const [failure, setFailure] = useState<Failure>()
  const typed = useWatch({ control: form.control })
  const type = typeOf(typed.license_type ?? '1')
  const fiscalYear = fiscalYearAtCreation(typed.date_issued, now, zone)

  const create = form.handleSubmit(async (typed) => {
    const isBusiness = type === 1
    const missing = missingHolder(type, typed.business?.id ?? null, typed.address?.id ?? null)
    if (missing !== null) {
      form.setError(isBusiness ? 'business' : 'address', { message: missing })
      return
    }
    setFailure(undefined)
    const { license_number, paid, sent, date_issued } = typed
    const answer = await call(
      licenses.add,
      {},
      {
        ...{ license_type: type, license_number, paid, sent, date_issued },
        fiscal_year: fiscalYear,
        expiration_date: expirationAtCreation(fiscalYear),
        ...(isBusiness ? { business_id: typed.business?.id } : { address_id: typed.address?.id }),
      },
      { keeps: 'license', words: 'License created' },
    )
    if (answer.kind === 'failed') return setFailure(answer)
    const isStillShown = await kept.finish(typed)
    tell('License created')
    // Closed and opened again meanwhile, the dialog may have another license by now.
    if (isStillShown) onClose()
  })
  const addressId = (type === 1 ? typed.business?.address_id : typed.address?.id) ?? null
  return { form, kept, failure, type, addressId, fiscalYear, create }
}

/** Add License: made at the office at once, so it needs signal; typed values are kept (LC-04 to LC-10). */
export function AddLicense({ onClose }: { onClose: () => void }) {
  const { form, kept, failure, type, addressId, fiscalYear, create } = useNewLicense(onClose)
  const { isSubmitting, errors } = form.formState

  if (kept.isAsking) {
    return (
      <Dialog title="Add License" onClose={onClose}>
        <KeptQuestion kept={kept} what="A license" />
      </Dialog>
    )
  }
  return (
    <Dialog title="Add License" onClose={onClose}>
      <NeedsSignal what="Creating a license" keeps />
      <CallFailure of={failure} failed="Failed to create license" isServerFirst />
      <Form
        aria-label="Add License"
        onSubmit={create}
        actions={
          <>
            <Button type="submit" kind="main" disabled={isSubmitting}>
              {isSubmitting ? 'Creating...' : 'Create License'}
            </Button>
            <Button onClick={onClose}>Cancel</Button>
          </>
        }
      >
        <SelectField
          label="License type"
          choices={licenseTypes.map(({ value, text }) => [String(value), text] as const)}
          {...form.register('license_type', { onChange: () => form.clearErrors() })}
        />
        {type === 1 ? (
          <BusinessHolder form={form} problem={errors.business?.message} />
        ) : (
          <AddressHolder form={form} problem={errors.address?.message} />
        )}
        <OpenViolations addressId={addressId} />
        <LicenseDetails register={form.register} />
        <Note tone="gray">
          Fiscal year {fiscalYear}: {fiscalYearPreview(fiscalYear)}. Expires{' '}
          {dateText(expirationAtCreation(fiscalYear))}, unless the office says otherwise.
        </Note>
      </Form>
    </Dialog>
  )
}

interface HolderProps {
  form: UseFormReturn<Typed>
  problem: string | undefined
}

/** The business that holds the licence. */
function BusinessHolder({ form, problem }: HolderProps) {
  return (
    <Controller
      control={form.control}
      name="business"
      render={({ field }) => (
        <BusinessPicker
          {...search}
          label="Business"
          required
          failed="Failed to search businesses"
          value={field.value}
          onChange={(business) => {
            form.clearErrors('business')
            field.onChange(business)
          }}
          problem={problem}
        />
      )}
    />
  )
}

/** The address that holds the licence. */
function AddressHolder({ form, problem }: HolderProps) {
  return (
    <Controller
      control={form.control}
      name="address"
      render={({ field }) => (
        <AddressPicker
          limit={search.limit}
          delayMs={search.delayMs}
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

/** What completing an inspection would refuse a license for. The office may have reasons to make one all the same. */
function OpenViolations({ addressId }: { addressId: Id | null }) {
  const open = useOpenViolations(addressId)
  usePull(violationsOfAddress(addressId ?? 0), 'list', addressId !== null)
  if (open === 0) return null
  return (
    <Note tone="yellow" role="status">
      {plural(open, 'open violation')} at this address.
    </Note>
  )
}

function LicenseDetails({ register }: { register: UseFormRegister<Typed> }) {
  return (
    <>
      <div className="half">
        <TextField label="License number" autoComplete="off" {...register('license_number')} />
      </div>
      <div className="half">
        <TextField label="Date issued" type="date" hint="Left blank: today" {...register('date_issued')} />
      </div>
      <div className="half">
        <CheckField label="Paid" {...register('paid')} />
      </div>
      <div className="half">
        <CheckField label="Sent" {...register('sent')} />
      </div>
    </>
  )
}
