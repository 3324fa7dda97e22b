import type { Id } from '../../contract/id.ts'
import { UnitLink } from '../../parts/record-links.tsx'
import { unitById } from '../../records/unit.ts'
import { useHeldRow, useRow } from '../../sync/react/hooks.ts'

interface Props {
  unitId: Id
  addressId: Id | null | undefined
}

/** The unit of a complaint by its number, which the complaint itself does not include (CP-02, CP-04). */
export function ComplaintUnit({ unitId, addressId }: Props) {
  const kept = useHeldRow('unit', unitId)
  return (
    <>
      {kept === null && <Fetch unitId={unitId} />}
      <UnitLink id={unitId} addressId={addressId} />
    </>
  )
}

/** Fetches a unit that this device does not have. */
function Fetch({ unitId }: { unitId: Id }) {
  useRow(unitById(unitId))
  return null
}
