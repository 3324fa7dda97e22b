import type { Business } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { addressLabel } from '../rules/address-text.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { Dialog } from '../ui/dialog.tsx'
import { BusinessForm } from './business-form.tsx'
import { UnitForm } from './unit-form.tsx'

/** Create Unit over another form; an existing unit is used instead. */
export function NewUnitDialog(props: { address: AddressLine; onClose: () => void; onChosen: (unitId: Id) => void }) {
  const { address, onClose, onChosen } = props
  return (
    <Dialog title="Add a New Unit" onClose={onClose}>
      <p>At {addressLabel(address) || `address #${address.id}`}</p>
      <UnitForm addressId={address.id} onAdded={onChosen} onTaken={onChosen} />
    </Dialog>
  )
}

/** The business form over another form (CF-35). */
export function NewBusinessDialog(props: {
  address: AddressLine | null
  onClose: () => void
  onChosen: (business: Business) => void
}) {
  const { address, onClose, onChosen } = props
  return (
    <Dialog title="Add a Business" onClose={onClose}>
      <BusinessForm draft="business/embedded" address={address} onSaved={onChosen} />
    </Dialog>
  )
}
