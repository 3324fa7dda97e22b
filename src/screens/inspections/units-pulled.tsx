import type { Id } from '../../contract/id.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { useRows } from '../../sync/react/hooks.ts'

/** Fetches the units of an address, for pages that show units by number. Renders nothing. */
export function UnitsPulled({ addressId }: { addressId: Id }) {
  useRows(unitsOfAddress(addressId))
  return null
}
