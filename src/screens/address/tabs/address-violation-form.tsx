import type { Address } from '../../../contract/address.ts'
import { useViolationDraft } from '../../../parts/violation-draft.ts'
import { ViolationForm } from '../../../parts/violation-form.tsx'

/** A violation notice for the current address (AD-26). */
export function AddressViolationForm({ address, onCreated }: { address: Address; onCreated: () => void }) {
  const draft = useViolationDraft({
    draft: `violation/address:${address.id}`,
    lockedTo: address,
    isAtAddress: true,
    onCreated,
  })
  return <ViolationForm draft={draft} />
}
