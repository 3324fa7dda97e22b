import type { Id } from '../../contract/id.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { useRows } from '../../sync/react/hooks.ts'

/** Brings the units of an address to the device, for pages that name units by their numbers. Shows nothing. */
export function UnitsPulled({ addressId }: { addressId: Id }) {
  useRows(unitsOfAddress(addressId))
  return null
}
