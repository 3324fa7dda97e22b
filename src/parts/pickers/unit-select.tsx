import type { Id } from '../../contract/id.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { inUnitOrder } from '../../rules/unit-order.ts'
import { useRows, useServerId } from '../../sync/react/hooks.ts'
import { SelectField } from '../../ui/fields.tsx'
import { isServerUnreachable, unitsNotOnDeviceText } from '../not-on-device.ts'

interface Props {
  /** Without an address there are no units (CF-17). */
  addressId: Id | null
  value: Id | null
  onChange: (unitId: Id | null) => void
  /** The text for none: "No unit", or "Whole building" (CF-37). */
  blank?: string
}

/** Chooses one of the units of an address. */
export function UnitSelect({ addressId, ...rest }: Props) {
  if (addressId === null) return <SelectField label="Unit" choices={[]} blank="Choose an address first" disabled />
  // A new address gets a new list.
  return <UnitsOf key={addressId} addressId={addressId} {...rest} />
}

function UnitsOf({ addressId, value, onChange, blank = 'No unit' }: Props & { addressId: Id }) {
  const { rows, pulling, pulledAt, problem } = useRows(unitsOfAddress(addressId))
  // A unit made here may get its server id while the form is open.
  const chosen = useServerId('unit', value ?? 0)
  const units = inUnitOrder(rows ?? [])
  const isKnown = value === null || units.some((it) => it.id === chosen)
  const isUnheld = addressId > 0 && pulledAt === undefined && isServerUnreachable(problem)
  return (
    <SelectField
      label="Unit"
      {...(isUnheld ? { hint: unitsNotOnDeviceText } : {})}
      blank={units.length === 0 && pulling ? 'Loading...' : blank}
      choices={[
        ...(isKnown ? [] : [[String(chosen), unitLabel(null, chosen)] as const]),
        ...units.map((it) => [String(it.id), unitLabel(it.number, it.id)] as const),
      ]}
      value={value === null ? '' : String(chosen)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    />
  )
}
