import { useState } from 'react'
import type { Business } from '../../contract/business.ts'
import type { Id } from '../../contract/id.ts'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { useAddressChip } from '../../parts/use-address-chip.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { byText } from '../../rules/list-order.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { useRows } from '../../sync/react/hooks.ts'
import { SelectField } from '../../ui/fields.tsx'

interface AddressProps {
  id: Id | null
  /** The business as known, which includes the text of its address. */
  known: Business
  problem: string | undefined
  onChange: (id: Id | null) => void
}

/** The address of a business, chosen from the book; required (CF-36). */
export function AddressField({ id, known, problem, onChange }: AddressProps) {
  const [label, setLabel] = useState<{ id: Id; combadd?: string | null } | null>(null)
  const row = useAddressChip(id)
  const chip = known.address_id === id ? known.address : undefined
  const chosen = id === null ? null : (row ?? chip ?? (label?.id === id ? label : { id, combadd: `Address #${id}` }))
  return (
    <AddressPicker
      label="Address"
      required
      value={chosen}
      {...(problem ? { problem } : {})}
      onChange={(next) => {
        setLabel(next)
        onChange(next?.id ?? null)
      }}
    />
  )
}

interface UnitProps {
  addressId: Id | null
  value: Id | null
  onChange: (id: Id | null) => void
}

/** A unit of the address; none means the whole building (BU-04). */
export const UnitField = ({ addressId, ...rest }: UnitProps) =>
  addressId === null ? null : <UnitOf addressId={addressId} {...rest} />

function UnitOf({ addressId, value, onChange }: UnitProps & { addressId: Id }) {
  const { rows } = useRows(unitsOfAddress(addressId))
  const units = byText(rows ?? [], (it) => it.number)
  const isKnown = value === null || units.some((it) => it.id === value)
  return (
    <SelectField
      label="Unit"
      blank="Whole Building"
      choices={[
        ...(isKnown ? [] : [[String(value), unitLabel(null, value)] as const]),
        ...units.map((it) => [String(it.id), unitLabel(it.number, it.id)] as const),
      ]}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    />
  )
}
