import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCanSend } from '../parts/cannot-send.tsx'
import { forgetShownPhotos } from '../sync/photo-caches.ts'
import { useEngine, useSession, useSyncStatus } from '../sync/react.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { saveAs } from '../ui/save-as.ts'
import { tellFailure } from '../ui/toast.tsx'
import { workWords } from './sync-words.ts'

/** Logout (SH-08). Unsent work is never lost by it: it is sent, copied, or kept for this person's next sign-in (G-05). */
export function SignOut() {
  const session = useSession()
  const status = useSyncStatus()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const unsent = status.waiting + status.photosWaiting + status.needsYou
  const leave = async (wipe: boolean) => {
    // Whoever signs in next, on a shared tablet, begins at the dashboard and not in another person's work (G-20).
    await navigate({ to: '/', replace: true })
    await forgetShownPhotos()
    await session.signOut(wipe)
  }
  return (
    <>
      <Button icon="out" onClick={() => (unsent === 0 ? void leave(false) : setAsking(true))}>
        Logout
      </Button>
      {isAsking && <UnsentDialog unsent={unsent} onClose={() => setAsking(false)} onLeave={leave} />}
    </>
  )
}

interface Props {
  unsent: number
  onClose: () => void
  onLeave: (wipe: boolean) => Promise<void>
}

function UnsentDialog({ unsent, onClose, onLeave }: Props) {
  const { device, runner } = useEngine()
  const canSend = useCanSend()
  const status = useSyncStatus()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      const { rescueCopy } = await import('../sync/rescue.ts')
      saveAs(await rescueCopy(device), `codesoft-unsent-${new Date().toISOString().slice(0, 10)}.codesoft`)
      setCopied(true)
    } catch (error) {
      tellFailure('The rescue copy could not be made. Your work is still on this device.')
      throw error
    }
  }
  const wipe = async () => {
    const isSure = await confirm({
      title: 'Delete unsent work?',
      text: `${count(unsent)} will be gone for ever. Nobody can bring it back.`,
      yes: 'Delete and sign out',
      isDanger: true,
      typed: 'DELETE',
    })
    if (isSure) await onLeave(true)
  }
  if (unsent === 0) {
    return (
      <Dialog
        title="All work is sent"
        onClose={onClose}
        actions={
          <Button kind="main" onClick={() => void onLeave(false)}>
            Sign out
          </Button>
        }
      >
        <p>The office has everything that was on this device.</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title="You have unsent work"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void onLeave(false)}>Keep and sign out</Button>
          {canSend && (
            <Button kind="main" onClick={() => runner.poke(true)}>
              Send now
            </Button>
          )}
        </>
      }
    >
      <p>
        <b>{count(unsent)}</b> on this device only. {workWords(status).text}.
      </p>
      <p>Kept work waits on this device until you sign in here again. Nobody else can see or send it.</p>
      <div>
        <Button icon="download" onClick={() => void copy()}>
          {copied ? 'Rescue copy saved' : 'Save rescue copy'}
        </Button>{' '}
        <Button kind="danger" icon="trash" onClick={() => void wipe()}>
          Delete it
        </Button>
      </div>
    </Dialog>
  )
}

const count = (unsent: number) => (unsent === 1 ? '1 piece of work is' : `${unsent} pieces of work are`)
