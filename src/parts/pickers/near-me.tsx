import { useState } from 'react'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'

const NearAddresses = fetched(async () => (await import('../near-addresses.tsx')).NearAddresses)

/** Below the box of an address: chooses one of the addresses near the person. */
export function NearMe({ onChoose }: { onChoose: (address: AddressLine) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button kind="quiet" icon="here" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Near me
      </Button>
      {isOpen && <NearAddresses onChoose={onChoose} />}
    </div>
  )
}
