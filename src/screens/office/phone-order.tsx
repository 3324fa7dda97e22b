import { useState } from 'react'
import { type Device, sync } from '../../contract/sync.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { phones } from '../../records/office.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { tell } from '../../ui/toast.tsx'
import { heldText, holdsWork, phoneName } from './phone-words.ts'

/** The state of an Admin's order for a phone; nothing if there is none. */
export function OrderBadge({ order, zone }: { order: Device['order']; zone: string }) {
  if (!order) return null
  if (!order.clears) return <Badge tone="gray">Signed out</Badge>
  return order.toldAt ? (
    <Badge tone="green">{`Told to clear itself ${dateTimeText(order.toldAt, zone)}`}</Badge>
  ) : (
    <Badge tone="yellow">Will be cleared at its next contact</Badge>
  )
}

/** Signs a phone out, and has it cleared if it is lost. */
export function SignOutPhone({ phone }: { phone: Device }) {
  const [isOpen, setOpen] = useState(false)
  const name = phoneName(phone)
  return (
    <>
      <Button kind="quiet" aria-label={`Sign out ${name}`} onClick={() => setOpen(true)}>
        Sign out
      </Button>
      {isOpen && <OrderDialog phone={phone} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  phone: Device
  /** 'Ona Sutter, iPhone 1A2B' */
  name: string
  onClose: () => void
}

function OrderDialog({ phone, name, onClose }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const order = async (clear: boolean) => {
    if (!phone.user) return
    const body = { user_id: phone.user.id, device: phone.device, clear }
    const words = clear ? `${name} signed out, to be cleared` : `${name} signed out`
    const isDone = await make((call) => call(sync.signOutDevice, {}, body, { answers: phones(), words }))
    if (!isDone) return
    tell(clear ? 'Signed out. It clears itself at its next contact.' : 'Signed out')
    onClose()
  }
  return (
    <Dialog
      title={`Sign out ${name}`}
      onClose={onClose}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => void order(false)}>
            Sign out
          </Button>
          <Button kind="danger" disabled={isBusy} onClick={() => void order(true)}>
            Sign out and clear
          </Button>
        </>
      }
    >
      <NeedsSignal what="Signing a phone out" />
      <CallFailure of={failure} failed="Failed to sign the phone out" nothingTyped />
      <p>
        <strong>Sign out</strong> ends the session at once. Records that the phone holds can still be read on it.
      </p>
      <p>
        <strong>Sign out and clear</strong> is for a lost phone. When it next reaches this server, its records are taken
        off it. Set its person a new password as well.
      </p>
      <p>
        {holdsWork(phone)
          ? `At its last contact it held ${heldText(phone)} that the office has not received. This work is not deleted but sealed: it opens when its owner signs in on the phone again.`
          : 'At its last contact it held nothing that the office has not received.'}
      </p>
    </Dialog>
  )
}
