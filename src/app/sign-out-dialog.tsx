import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isFull } from '../db/storage-error.ts'
import { useCanSend } from '../parts/cannot-send.tsx'
import { useNow, useZone } from '../parts/use-now.ts'
import { dayOf } from '../rules/dates.ts'
import { listText } from '../rules/list-text.ts'
import { plural } from '../rules/text.ts'
import { piecesOfWork, sealedText } from '../rules/unsent-text.ts'
import { chooseForDevice, deviceChoices } from '../sync/device/device-choices.ts'
import { countUnsaved } from '../sync/entry/drafts.ts'
import { useEngine, useSession } from '../sync/react/engine.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import { sealingOf } from '../sync/session/seal/sealing.ts'
import type { Leaving } from '../sync/session/session-end.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField } from '../ui/fields.tsx'
import { saveAs } from '../ui/save-as.ts'
import { ButtonRow } from '../ui/stack.ts'
import { deviceWord } from '../ui/this-device.ts'
import { tellFailure } from '../ui/toast.tsx'
import { workWords } from './sync-words.ts'

/** The question before a sign-out. Unsent work is never lost: it is sent, copied, or kept (G-05). */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const status = useSyncStatus()
  const drafts = useLive(countUnsaved, [], 'unsaved forms') ?? noDrafts
  const navigate = useNavigate()
  const unsent = status.waiting + status.photosWaiting + status.needsYou
  const [hadUnsent] = useState(unsent > 0)
  const leave = async (how: Leaving) => {
    // The next person on a shared tablet begins at the dashboard, not in somebody else's work (G-20).
    await navigate({ to: '/', replace: true })
    try {
      await session.signOut(how)
    } catch (error) {
      if (!isFull(error)) throw error
      tellFailure(`Not signed out: this ${deviceWord} is full. Free some space, then sign out again.`)
    }
  }
  if (unsent > 0) return <UnsentDialog unsent={unsent} drafts={drafts} onClose={onClose} onLeave={leave} />
  return (
    <PlainDialog
      title={hadUnsent ? 'All work is sent' : 'Sign out?'}
      left={{ drafts, seconds: status.mayBeTwice, sealed: status.sealed, isUnread: status.isUnread === true }}
      onClose={onClose}
      onLeave={leave}
    />
  )
}

interface Props {
  onClose: () => void
  onLeave: (how: Leaving) => Promise<void>
}

/** The check box of both dialogs; it shows the last choice. */
function useOwnDevice() {
  const [isOwn, setOwn] = useState(() => deviceChoices().isOwn)
  const tick = (
    <CheckField
      label={`Keep my records on this device: it is my own ${deviceWord}`}
      checked={isOwn}
      onChange={(event) => {
        setOwn(event.currentTarget.checked)
        chooseForDevice({ isOwn: event.currentTarget.checked })
      }}
    />
  )
  return { tick, isOwn, how: isOwn ? ('keep' as const) : ('takeAway' as const) }
}

const keptText = 'Your records and photos stay on this device, and whoever can open it can read them.'

/** What the sign-out will do with unsent work; undefined while that is read. */
function useSealing(): keyof typeof sealWords | undefined {
  const sealing = useLive(sealingOf, [])
  return sealing && !deviceChoices().seals ? 'off' : sealing
}

const sealWords = {
  password:
    'It is sealed: nobody can read it here until you sign in again. Your password opens it without signal; after a change of password, signal is needed once.',
  town: 'It is sealed: nobody can read it here until you sign in again. You signed in without a password, so signal is needed to open it.',
  off: 'It is not sealed: this is switched off on the page This device. Whoever can read the storage of this device can read it.',
  notReady:
    'It cannot be sealed now, as there was no signal since you signed in. Whoever can read the storage of this device can read it.',
  documented:
    'It is not sealed: the server of this town does not do that. Whoever can read the storage of this device can read it.',
} as const

interface Left {
  drafts: Drafts
  seconds: number
  sealed: number
  /** The device has not been read yet, so nothing is said of its work. */
  isUnread: boolean
}

function PlainDialog({ title, left, onClose, onLeave }: Props & { title: string; left: Left }) {
  const { tick, isOwn, how } = useOwnDevice()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={() => void onLeave(how)}>
          Sign out
        </Button>
      }
    >
      {left.sealed > 0 && <p>{keptSealedText(left.sealed)}</p>}
      {left.sealed === 0 && !left.isUnread && <p>{officeHasText(left.drafts)}</p>}
      <p>{isOwn ? keptText : 'Your records, photos and lists are removed from it when you sign out.'}</p>
      <DraftsText drafts={left.drafts} />
      {left.seconds > 0 && (
        <p>
          {plural(left.seconds, 'record')} that the office may have twice stay on this device until you have decided.
        </p>
      )}
      {tick}
    </Dialog>
  )
}

const keptSealedText = (sealed: number) => `${sealedText(sealed)} Signing out keeps ${sealed === 1 ? 'it' : 'them'}.`

/** What is stored as drafts: forms that were begun, and lists that no call of the server takes. */
type Drafts = Awaited<ReturnType<typeof countUnsaved>>
const noDrafts: Drafts = { forms: 0, lists: 0 }

const officeHasText = ({ lists }: Drafts) =>
  lists === 0
    ? 'The office has everything that was saved on this device.'
    : 'The office has everything else that was saved on this device.'

function DraftsText({ drafts: { forms, lists } }: { drafts: Drafts }) {
  return (
    <>
      {lists > 0 && <p>{listsText(lists)}</p>}
      {forms > 0 && <p>{formsText(forms)}</p>}
    </>
  )
}

const formsText = (forms: number) =>
  forms === 1
    ? '1 form that you began is not saved. It waits on this device until you sign in here again.'
    : `${forms} forms that you began are not saved. They wait on this device until you sign in here again.`

const listsText = (lists: number) =>
  `Only this ${deviceWord} has ${plural(lists, 'list')} of alerts or answers. ${lists === 1 ? 'It stays' : 'They stay'} on it until you sign in here again.`

function UnsentDialog({ unsent, drafts, onClose, onLeave }: Props & { unsent: number; drafts: Drafts }) {
  const { device, runner } = useEngine()
  const canSend = useCanSend()
  const status = useSyncStatus()
  const { tick, isOwn, how } = useOwnDevice()
  const sealing = useSealing()
  const clock = { now: useNow(), zone: useZone() }
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      const { rescueCopy } = await import('../sync/session/rescue.ts')
      saveAs(await rescueCopy(device), `codesoft-unsent-${dayOf(clock.now, clock.zone)}.codesoft`)
      setCopied(true)
    } catch (error) {
      tellFailure('The rescue copy could not be made. Your work is still on this device.')
      throw error
    }
  }
  const wipe = async () => {
    const isSure = await confirm({
      title: 'Delete unsent work?',
      text: `${lostText(unsent, status.sealed, drafts)} will be lost for good. Nobody can recover it.`,
      yes: 'Delete and sign out',
      isDanger: true,
      typed: 'DELETE',
    })
    if (isSure) await onLeave('delete')
  }
  return (
    <Dialog
      title="You have unsent work"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void onLeave(how)}>Keep and sign out</Button>
          {canSend && (
            <Button kind="main" onClick={() => runner.schedule(true)}>
              Send now
            </Button>
          )}
        </>
      }
    >
      <p>
        <b>
          {piecesOfWork(unsent)} {unsent === 1 ? 'is' : 'are'}
        </b>{' '}
        on this device only. {workWords(status, clock).text}.
      </p>
      <p>
        Kept work waits on this device until you sign in here again. The app shows and sends it for nobody else.{' '}
        {isOwn ? keptText : 'Your other records, photos and lists are removed from it.'}
      </p>
      {!isOwn && sealing !== undefined && <p>{sealWords[sealing]}</p>}
      {status.sealed > 0 && <p>{keptSealedText(status.sealed)}</p>}
      <DraftsText drafts={drafts} />
      {tick}
      <ButtonRow>
        <Button icon="download" onClick={() => void copy()}>
          {copied ? 'Rescue copy saved' : 'Save rescue copy'}
        </Button>
        <Button kind="danger" icon="trash" onClick={() => void wipe()}>
          Delete it
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

/** Everything that the deletion takes: '2 pieces of work, 4 that are still sealed and 1 unsaved form'. */
function lostText(unsent: number, sealed: number, { forms, lists }: Drafts): string {
  const lost = [
    piecesOfWork(unsent),
    sealed > 0 && `${sealed} that ${sealed === 1 ? 'is' : 'are'} still sealed`,
    lists > 0 && `${plural(lists, 'list')} of alerts or answers that only this ${deviceWord} has`,
    forms > 0 && plural(forms, 'unsaved form'),
  ]
  return listText(lost.filter((it) => it !== false))
}
