import { Link } from '@tanstack/react-router'
import type { Id } from '../contract/id.ts'
import { addressChip } from '../records/address-chip.ts'
import { useLive } from '../sync/react/live.ts'
import { Breakable } from '../ui/breakable.tsx'

interface AddressProps {
  id: Id | null | undefined
  /** The combined address if the record contains it; else it is read from the device. */
  combadd?: string | null
  none?: string
}

/** The address of a record with its link; "No address" if there is none. */
export function AddressLink({ id, combadd, none = 'No address' }: AddressProps) {
  const text = useAddressText(id, combadd)
  if (!id) return <>{text || none}</>
  return (
    <Link to="/address/$addressId" params={{ addressId: String(id) }}>
      {text || `Address #${id}`}
    </Link>
  )
}

/** The text of an address, for a link that leads elsewhere. */
export function AddressText({ id, combadd }: Omit<AddressProps, 'none'>) {
  const text = useAddressText(id, combadd)
  return <>{text || (id ? `Address #${id}` : 'No address')}</>
}

function useAddressText(id: AddressProps['id'], combadd: AddressProps['combadd']): string | undefined {
  const kept = useLive(async (db) => (combadd?.trim() ? undefined : addressChip(db, id)), [id, combadd])
  return combadd?.trim() || kept?.combadd?.trim()
}

/** The business of a record with its link; nothing if there is none. */
export function BusinessLink({ id }: { id: Id | null | undefined }) {
  const kept = useLive(async (db) => (id ? db.rows('business').get(id) : undefined), [id])
  if (!id) return null
  return (
    <Link to="/business/$businessId" params={{ businessId: String(id) }}>
      {kept?.name?.trim() || `Business #${id}`}
    </Link>
  )
}

/** The unit of a record with its link: "Unit 2B", else "Unit 7" from its id (CP-04); a dash if there is none. */
export function UnitLink({ id, addressId }: { id: Id | null | undefined; addressId: Id | null | undefined }) {
  const kept = useLive(async (db) => (id ? db.rows('unit').get(id) : undefined), [id])
  if (!id) return <>—</>
  const text = `Unit ${kept?.number ?? id}`
  const address = addressId ?? kept?.address_id
  if (!address) return <>{text}</>
  return (
    <Link to="/address/$addressId/unit/$unitId" params={{ addressId: String(address), unitId: String(id) }}>
      {text}
    </Link>
  )
}

/** The inspection from which a record came, with its link; nothing if there is none. */
export function InspectionLink({ id }: { id: Id | null | undefined }) {
  const kept = useLive(async (db) => (id ? db.rows('inspection').get(id) : undefined), [id])
  if (!id) return null
  return (
    <Link to="/inspection/$inspectionId" params={{ inspectionId: String(id) }}>
      <Breakable text={kept ? `${kept.source} #${id}` : `Inspection #${id}`} />
    </Link>
  )
}
