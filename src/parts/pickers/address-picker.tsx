import { useState } from 'react'
import { addressLabel } from '../../rules/address-text.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { useAddressSearch } from '../../sync/react/address-search.ts'
import { addressNote } from '../address-note.ts'
import { NearMe } from './near-me.tsx'
import { Picker, type PickerProps } from './picker.tsx'

/** Addresses offered at once (CF-43). */
const shownLimit = 5

interface Props extends PickerProps<AddressLine> {
  /** 10 in the licence dialog (LC-07). */
  limit?: number
  /** The delay after the last key (ms); 300 in the licence dialog (LC-07). */
  delayMs?: number
}

/** Chooses an address from the device's own book: "property name - address (AKA: ...)" (CF-43). */
export function AddressPicker({ limit = shownLimit, delayMs, ...props }: Props) {
  const [text, setText] = useState('')
  const found = useAddressSearch(text, limit, delayMs)
  return (
    <div>
      <Picker
        {...props}
        placeholder="Search by address or owner..."
        text={text}
        onText={setText}
        options={found.results}
        show={addressLabel}
        note={addressNote(found)}
      />
      {!props.value && <NearMe onChoose={props.onChange} />}
    </div>
  )
}
