import { useSyncStatus } from '../sync/react.ts'
import { Button } from '../ui/button.tsx'
import { Banner } from './banner.tsx'
import { declineInstall, install, useInstall } from './install.ts'

/** In the sidebar, for as long as the platform can install. */
export function InstallButton() {
  const { isOffered } = useInstall()
  if (!isOffered) return null
  return (
    <Button icon="download" onClick={() => void install()}>
      Install
    </Button>
  )
}

/** Offers to install after the first work has reached the office; declined once, it does not come again. */
export function InstallBanner() {
  const { isOffered, wasDeclined } = useInstall()
  const { lastSentAt } = useSyncStatus()
  if (!isOffered || wasDeclined || lastSentAt === null) return null
  return (
    <Banner text="Install CodeSoft on this device: it opens without signal and keeps your work safer.">
      <Button kind="main" onClick={() => void install()}>
        Install
      </Button>
      <Button kind="quiet" onClick={declineInstall}>
        Not now
      </Button>
    </Banner>
  )
}
