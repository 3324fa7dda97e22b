import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Address, AddressFields, vacancyStatuses } from '../../contract/address.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { saveAddress } from '../../records/address.ts'
import { changedFields } from '../../records/merge.ts'
import { addressFieldNames } from '../../rules/address-fields.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'

type Typed = Record<keyof AddressFields, string>

// Object.keys loses the names; they are the schema's own.
const names = Object.keys(addressFieldNames) as (keyof AddressFields)[]

/** The address in edit mode: its twelve fields, saved as a whole (AD-07, AD-08). */
export function AddressEdit({ address, onDone }: { address: Address; onDone: () => void }) {
  const perform = usePerform()
  // The record as the form showed it when it was opened, used to tell other people's changes from the user's.
  const [seen] = useState(address)
  const blank = typedOf(seen)
  const form = useForm({ resolver: zodResolver(AddressFields), defaultValues: blank })
  const draft = `address-edit/address:${address.id}`
  const kept = useKeptForm(form, { name: draft, blank, seen })

  const save = form.handleSubmit(async (body) => {
    const typed = form.getValues()
    const before = { ...(kept.seen ?? seen) }
    if (Object.keys(changedFields({ body, before })).length > 0) {
      const done = await saved(() =>
        perform(saveAddress, { addressId: address.id }, body, { form: draft, seen: before }),
      )
      if (done === null) return
      tellSaved('Address saved')
    }
    await kept.finish(typed)
    onDone()
  })
  const cancel = async () => {
    await kept.drop()
    onDone()
  }

  if (kept.isAsking) return <KeptQuestion kept={kept} what="A change of this address" />
  return (
    <Form
      aria-label="Edit address"
      onSubmit={save}
      actions={
        <>
          <Button type="submit" kind="main">
            Save
          </Button>
          <Button onClick={() => void cancel()}>Cancel</Button>
        </>
      }
    >
      {names.map((name, at) => (
        <div key={name} className="half">
          {name === 'vacancy_status' ? (
            <SelectField
              label={addressFieldNames[name]}
              blank="N/A"
              choices={vacancyChoices(seen.vacancy_status)}
              {...form.register(name)}
            />
          ) : (
            <TextField
              label={addressFieldNames[name]}
              autoComplete="off"
              autoFocus={at === 0}
              inputMode={name === 'ownerzip' ? 'numeric' : 'text'}
              {...form.register(name)}
            />
          )}
        </div>
      ))}
    </Form>
  )
}

const typedOf = (address: Address): Typed =>
  // The names are those of the form.
  Object.fromEntries(names.map((name) => [name, address[name] ?? ''])) as Typed

/** The four choices, plus an existing value outside them, because opening the form must not change it. */
const vacancyChoices = (now: string | null | undefined) =>
  [...new Set([...vacancyStatuses, ...(now?.trim() ? [now] : [])])].map((it) => [it, vacancyText(it)] as const)
