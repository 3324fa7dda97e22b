import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { NewAddress } from '../../contract/address.ts'
import type { Id } from '../../contract/id.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import { addAddress } from '../../records/address.ts'
import { addressFieldNames } from '../../rules/address-fields.ts'
import { may } from '../../rules/permissions.ts'
import { same } from '../../rules/same.ts'
import { usePerform } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Page } from '../../ui/page.tsx'
import { MadeAddresses } from './made-addresses.tsx'

/** In this order (VA-07). */
const names = ['property_name', 'ownername', 'combadd', 'owneraddress', 'ownerzip'] as const
const blank = { property_name: '', ownername: '', combadd: '', owneraddress: '', ownerzip: '' }
const draft = 'address-new/town'

/** A new address, for Admin; others see nothing here (VA-06 to VA-08, C-21). */
export function NewAddressScreen() {
  const user = useUser()
  const [made, setMade] = useState<Id[]>([])
  if (!may(user.role, 'addAddresses')) return null
  return (
    <Page title="Add New Address" width="text">
      <AddressForm onAdded={(id) => setMade((before) => [id, ...before])} />
      <MadeAddresses made={made} />
      <p>
        To add many addresses at once, import the town's own file: <code>npm run import -- addresses FILE.csv</code> on
        the server.
      </p>
    </Page>
  )
}

function AddressForm({ onAdded }: { onAdded: (id: Id) => void }) {
  const perform = usePerform()
  const form = useForm({ resolver: zodResolver(NewAddress), defaultValues: blank })
  const kept = useKeptForm(form, { name: draft, blank })

  const save = form.handleSubmit(async (body) => {
    // No field is required, but nobody wants to add an address without any text.
    const isEmpty = Object.values(body).every((it) => !it)
    if (isEmpty && !(await confirm(emptyQuestion))) return
    const id = await kept.finishWith(() => saved(() => perform(addAddress, {}, body, { form: draft })))
    if (id === null) return
    tellSaved('Address created!')
    onAdded(id)
    // Somebody may be typing the next address by now, in another field.
    if (same(form.getValues(), blank)) form.setFocus('property_name')
  })

  if (kept.isAsking) return <KeptQuestion kept={kept} what="A new address" words={form.getValues('combadd') ?? ''} />
  return (
    <Form
      aria-label="Add New Address"
      onSubmit={save}
      actions={
        <Button type="submit" kind="main">
          Create Address
        </Button>
      }
    >
      {names.map((name) => (
        <TextField
          key={name}
          label={addressFieldNames[name]}
          autoComplete="off"
          inputMode={name === 'ownerzip' ? 'numeric' : 'text'}
          {...form.register(name)}
        />
      ))}
    </Form>
  )
}

const emptyQuestion = {
  title: 'Create an address without details?',
  text: 'Nothing is filled in. The address can be edited on its page later.',
  yes: 'Create Address',
}
