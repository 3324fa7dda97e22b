import { Link } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import { addressById } from '../../records/address.ts'
import { type AddressWords, addressLabel } from '../../rules/address-text.ts'
import { useRow } from '../../sync/react/hooks.ts'

/** The number of a record for people; one made here has none until it is sent. */
export const recordNumber = (id: Id): string => (id > 0 ? `#${id}` : '#new')

/** The address of an inspection with a link, first on every page of it. */
export function PlaceLink({ inspection }: { inspection: Inspection }) {
  const { address, address_id } = inspection
  if (!address_id) return <b>No address</b>
  if (address?.combadd) return <AddressLink addressId={address_id} words={address} />
  return <FetchedLink addressId={address_id} />
}

/** For a server whose inspections do not include the address. */
function FetchedLink({ addressId }: { addressId: Id }) {
  const { row } = useRow(addressById(addressId))
  return <AddressLink addressId={addressId} words={row ?? { combadd: `Address #${addressId}` }} />
}

function AddressLink({ addressId, words }: { addressId: Id; words: AddressWords }) {
  return (
    <Link to="/address/$addressId" params={{ addressId: String(addressId) }}>
      <b>{addressLabel(words)}</b>
    </Link>
  )
}

/** "Inspection #12, Complaint", with a link back to conducting it (AR-03). */
export function BackToInspection({ inspection }: { inspection: Inspection }) {
  return (
    <Link to="/inspections/$inspectionId/conduct" params={{ inspectionId: String(inspection.id) }}>
      Inspection {recordNumber(inspection.id)}, {inspection.source}
    </Link>
  )
}
