import { Button } from '../ui/button.tsx'
import { install, useInstall } from './install.ts'

/** In the sidebar, while the platform can install the app. */
export function InstallButton() {
  const { isOffered } = useInstall()
  if (!isOffered) return null
  return (
    <Button icon="download" onClick={() => void install()}>
      Install
    </Button>
  )
}
