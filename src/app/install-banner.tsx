import { useState } from 'react'
import { appleName, isAppleTab } from '../parts/apple.ts'
import { InstallSteps, weekText } from '../parts/install-steps.tsx'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Banner } from './banner.tsx'
import { declineInstall, install, useInstall } from './install.ts'

/** Offers to install after the first work has reached the office; once declined or read, it does not come again. */
export function InstallBanner() {
  const { isOffered, wasDeclined } = useInstall()
  const { lastSentAt } = useSyncStatus()
  const [isTab] = useState(isAppleTab)
  const [isShown, setShown] = useState(false)
  if (isShown) {
    const close = () => {
      declineInstall()
      setShown(false)
    }
    return (
      <Dialog title={`Install on this ${appleName()}`} onClose={close}>
        <InstallSteps />
      </Dialog>
    )
  }
  if (wasDeclined || lastSentAt === null || !(isOffered || isTab)) return null
  return (
    <Banner
      text={
        isTab
          ? `${weekText()} Install CodeSoft to keep it.`
          : 'Install CodeSoft on this device: it opens without signal and keeps your work safer.'
      }
    >
      <Button kind="main" onClick={() => (isTab ? setShown(true) : void install())}>
        {isTab ? 'Show how' : 'Install'}
      </Button>
      <Button kind="quiet" onClick={declineInstall}>
        Not now
      </Button>
    </Banner>
  )
}
