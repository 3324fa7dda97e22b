import { useMemo } from 'react'
import type { Address } from '../../contract/address.ts'
import { SmallMap } from '../../parts/map/small-map.tsx'
import type { Marked } from '../../parts/map/use-marks.ts'
import { pointIn } from '../../rules/point.ts'

/** The place of an address; nothing if unknown. Links to the whole map with the open records there. */
export function AddressMap({ address: { id, latitude, longitude } }: { address: Address }) {
  const records = useMemo(
    (): Marked[] => [{ kind: 'address', id, address_id: id, address: { latitude, longitude } }],
    [id, latitude, longitude],
  )
  return pointIn({ latitude, longitude }) && <SmallMap records={records} addressId={id} />
}
