import { useState } from 'react'
import { SignInForm } from '../screens/sign-in/sign-in-form.tsx'
import { useEngine, useIsOtherTown, useSession } from '../sync/react/engine.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { tellLost } from '../sync/session/unsent-mirror.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useLateSheet } from '../ui/late-sheet.ts'
import { Banner } from './banner.tsx'
import { BrowserBanner } from './browser-banner.tsx'
import { forcedColorsLook } from './forced-colors-look.ts'
import { GoTo } from './go-to.tsx'
import { InstallBanner } from './install-banner.tsx'
import { OtherTownBanner } from './other-town-banner.tsx'
import { PrintHead } from './print-head.tsx'
import { RestoredBanner } from './restored-banner.tsx'
import { RoomBanner } from './room-banner.tsx'
import { SealedBanner } from './sealed-banner.tsx'
import { SharedBanner } from './shared-banner.tsx'
import { StorageLostBanner } from './storage-lost-banner.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** The messages between the top bar and the page; on paper, the name of the person. */
export function AllBanners() {
  useLateSheet(forcedColorsLook)
  return (
    <>
      <PrintHead />
      <StorageLostBanner />
      <SessionBanner />
      <LostBanner />
      <SealedBanner />
      <OtherTownBanner />
      <RestoredBanner />
      <BrowserBanner />
      <RoomBanner />
      <SharedBanner />
      <UpdatePrompt />
      <InstallBanner />
      <GoTo />
    </>
  )
}

/**
 * The session has ended. Sending waits for the password, and everything else goes on (G-06). If another town is at this
 * address now, a sign-in sends nothing of this work (I14).
 */
function SessionBanner() {
  const { paused } = useSyncStatus()
  const isOtherTown = useIsOtherTown()
  const user = useUser()
  // Single sign-on has come back without signing in; the form says why.
  const [isAsking, setAsking] = useState(useSession().arrival !== null)
  if (paused !== 'signIn') return null
  const title = isOtherTown ? 'Sign in to this town' : 'Sign in to send'
  return (
    <>
      <Banner tone="red" text={isOtherTown ? otherTownText : endedText}>
        <Button kind="main" onClick={() => setAsking(true)}>
          {title}
        </Button>
      </Banner>
      {isAsking && (
        <Dialog title={title} onClose={() => setAsking(false)}>
          <SignInForm knownEmail={user.email} onDone={() => setAsking(false)} />
        </Dialog>
      )}
    </>
  )
}

const endedText = 'Your session has ended. You can keep working: everything is saved on this device.'

const otherTownText =
  'Another town is at this address now. What you have not sent was saved for the town before and is not sent to this one. It stays on this device, and you can save a rescue copy of it on the page Unsent work. Tell your administrator.'

/** The browser has deleted the storage with unsent work. Nobody must believe that it was sent. */
function LostBanner() {
  const { lost, device } = useEngine()
  const [isRead, setRead] = useState(false)
  if (lost === 0 || isRead) return null
  const read = () => {
    tellLost(device.db.name, 0)
    setRead(true)
  }
  const what = lost === 1 ? '1 saved change' : `${lost} saved changes`
  return (
    <Banner
      tone="red"
      text={`${what} had not been sent when this device's storage was cleared, and must be entered again.`}
    >
      <Button onClick={read}>I have read this</Button>
    </Banner>
  )
}
