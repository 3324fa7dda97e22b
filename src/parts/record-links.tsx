import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Id } from '../contract/id.ts'
import { numbered } from '../rules/text.ts'
import { useHeldRow } from '../sync/react/hooks.ts'
import { Breakable } from '../ui/breakable.tsx'
import { useAddressChip } from './use-address-chip.ts'

interface AddressProps {
  id: Id | null | undefined
  /** The combined address if the record contains it; else it is read from the device. */
  combadd?: string | null
  none?: string
}

/*
 * Lists have hundreds of these, so each reads the device only if it must: each read is also a live query, which every
 * change of its rows repeats.
 */

/** The address of a record with its link; "No address" if there is none. */
export function AddressLink({ id, combadd, none = 'No address' }: AddressProps) {
  const text = combadd?.trim()
  if (!id) return <>{text || none}</>
  return text ? <AddressTo id={id} text={text} /> : <ReadAddress id={id} As={AddressTo} />
}

/** The text of an address, for a link that leads elsewhere. */
export function AddressText({ id, combadd }: Omit<AddressProps, 'none'>) {
  const text = combadd?.trim()
  if (text || !id) return <>{text || 'No address'}</>
  return <ReadAddress id={id} As={PlainAddress} />
}

interface KnownAddress {
  id: Id
  text: string
}

function ReadAddress({ id, As }: { id: Id; As: ComponentType<KnownAddress> }) {
  const kept = useAddressChip(id)
  return <As id={id} text={kept?.combadd?.trim() || `Address #${id}`} />
}

const PlainAddress = ({ text }: KnownAddress) => <>{text}</>

const AddressTo = ({ id, text }: KnownAddress) => (
  <Link to="/address/$addressId" params={{ addressId: String(id) }}>
    {text}
  </Link>
)

/** The business of a record with its link; nothing if there is none. */
export const BusinessLink = ({ id }: { id: Id | null | undefined }) => (id ? <ReadBusiness id={id} /> : null)

function ReadBusiness({ id }: { id: Id }) {
  const kept = useHeldRow('business', id)
  return (
    <Link to="/business/$businessId" params={{ businessId: String(id) }}>
      {kept?.name?.trim() || `Business #${id}`}
    </Link>
  )
}

/** The unit of a record with its link: "Unit 2B", else "Unit 7" from its id (CP-04); a dash if there is none. */
export const UnitLink = ({ id, addressId }: { id: Id | null | undefined; addressId: Id | null | undefined }) =>
  id ? <ReadUnit id={id} addressId={addressId} /> : <>—</>

function ReadUnit({ id, addressId }: { id: Id; addressId: Id | null | undefined }) {
  const kept = useHeldRow('unit', id)
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
export const InspectionLink = ({ id }: { id: Id | null | undefined }) => (id ? <ReadInspection id={id} /> : null)

function ReadInspection({ id }: { id: Id }) {
  const kept = useHeldRow('inspection', id)
  return (
    <Link to="/inspection/$inspectionId" params={{ inspectionId: String(id) }}>
      <Breakable text={numbered(kept?.source ?? 'Inspection', id)} />
    </Link>
  )
}
