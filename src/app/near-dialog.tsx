import { useNavigate } from '@tanstack/react-router'
import { NearAddresses } from '../parts/near-addresses.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The addresses near the person, as a search: a tap opens one. */
export function NearDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title="Addresses near me" onClose={onClose}>
      <NearAddresses
        onChoose={({ id }) => {
          onClose()
          void navigate({ to: '/address/$addressId', params: { addressId: String(id) } })
        }}
      />
    </Dialog>
  )
}
