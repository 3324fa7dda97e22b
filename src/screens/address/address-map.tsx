import { useMemo } from 'react'
import type { Address } from '../../contract/address.ts'
import { SmallMap } from '../../parts/map/small-map.tsx'
import type { Marked } from '../../parts/map/use-marks.ts'

/** Where an address is; nothing where nobody has said. Leads to the whole map, with what is open there. */
export function AddressMap({ address: { id, latitude, longitude } }: { address: Address }) {
  const records = useMemo(
    (): Marked[] => [{ kind: 'address', id, address_id: id, address: { latitude, longitude } }],
    [id, latitude, longitude],
  )
  return latitude == null || longitude == null ? null : <SmallMap records={records} addressId={id} />
}
