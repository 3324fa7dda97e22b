import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { addressLabel, minSearchLength } from '../rules/address-text.ts'
import { useAddressSearch } from '../sync/react.ts'
import { IconButton } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Field } from '../ui/fields.tsx'

/** Pickers list this many addresses (CF-43). */
const pickerLimit = 5

/** An address as a form keeps it. */
export interface ChosenAddress {
  id: number
  label: string
}

interface Props {
  label: string
  chosen: ChosenAddress | null
  onChange: (address: ChosenAddress | null) => void
  problem?: string
}

const Chosen = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: 2, minHeight: 'tap' } })

/** Chooses an address from the device's own book: property name, combined address, AKA (CF-43). */
export function AddressChoice({ label, chosen, onChange, problem }: Props) {
  const [text, setText] = useState('')
  const search = useAddressSearch(text, pickerLimit)
  const isLongEnough = text.trim().length >= minSearchLength
  const none = search.searching ? 'Searching...' : 'No address found'
  if (chosen) {
    return (
      <Field
        label={label}
        problem={problem}
        control={({ id }) => (
          <Chosen id={id}>
            <b>{chosen.label}</b>
            <IconButton icon="close" label={`Choose another address than ${chosen.label}`} onClick={() => onChange(null)} />
          </Chosen>
        )}
      />
    )
  }
  return (
    <Field
      label={label}
      problem={problem}
      control={(ids) => (
        <Combobox
          label={label}
          id={ids.id}
          describedBy={ids['aria-describedby']}
          isInvalid={ids['aria-invalid']}
          placeholder="Search by address or owner..."
          text={text}
          onText={setText}
          options={isLongEnough ? search.results : []}
          isOpen={isLongEnough}
          keyOf={(address) => address.id}
          show={addressLabel}
          onChoose={(address) => {
            setText('')
            onChange({ id: address.id, label: addressLabel(address) })
          }}
          note={search.problem ? 'Failed to search addresses' : search.results.length > 0 ? undefined : none}
        />
      )}
    />
  )
}
