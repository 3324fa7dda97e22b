import type { Id } from '../../contract/id.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { usePull } from '../../sync/react/hooks.ts'

/** Fetches the units of an address, for pages that show units by number. Renders nothing. */
export function UnitsPulled({ addressId }: { addressId: Id }) {
  usePull(unitsOfAddress(addressId), 'list', true)
  return null
}
