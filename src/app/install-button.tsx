import { Button } from '../ui/button.tsx'
import { install, useInstall } from './install.ts'

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
