import { useState } from 'react'
import { type Device, sync } from '../../contract/sync.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { phones } from '../../records/office.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/toast.tsx'
import { heldText, holdsWork, phoneName } from './phone-words.ts'

/** Takes a phone that does not exist any more from the list. */
export function RemovePhone({ phone }: { phone: Device }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" aria-label={`Remove ${phoneName(phone)}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && <RemovalDialog phone={phone} onClose={() => setOpen(false)} />}
    </>
  )
}

function RemovalDialog({ phone, onClose }: { phone: Device; onClose: () => void }) {
  const { failure, isBusy, make } = useDirectCall()
  const name = phoneName(phone)
  const remove = async () => {
    if (!phone.user) return
    const body = { user_id: phone.user.id, device: phone.device }
    const leaves = { answers: phones(), words: `${name} removed from the list of phones` }
    if (!(await make((call) => call(sync.removeDevice, {}, body, leaves)))) return
    tell(`${name} removed`)
    onClose()
  }
  return (
    <Dialog
      title={`Remove ${name}`}
      onClose={onClose}
      actions={
        <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>
          {holdsWork(phone) ? 'Remove all the same' : 'Remove'}
        </Button>
      }
    >
      <NeedsSignal what="Removing a phone" />
      <CallFailure of={failure} failed="Failed to remove the phone" nothingTyped />
      {holdsWork(phone) && (
        <p>
          <strong>
            At its last contact it held {heldText(phone)} that the office has not received. Remove it only if this work
            is lost for good: nothing else in this list says that it is missing.
          </strong>
        </p>
      )}
      <p>
        This is for a phone that does not exist any more. It is signed out and leaves this list; records that came from
        it stay.
      </p>
      <p>
        A phone that is in use all the same is in the list again after the next sign-in on it. A lost phone is better
        signed out and cleared; such an order stays in force.
      </p>
    </Dialog>
  )
}
