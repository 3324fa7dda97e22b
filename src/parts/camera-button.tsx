import { useState } from 'react'
import { usePicture } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { fetched } from '../ui/fetched.tsx'
import { useIsDesk } from '../ui/media.ts'
import type { Ghost } from './camera-sheet.tsx'
import type { ShownPhoto } from './photo-match.ts'

const CameraSheet = fetched(async () => (await import('./camera-sheet.tsx')).CameraSheet)

// Declared as always there; it is missing in old browsers and where the page is not secure.
const canShoot = () => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined

interface Props {
  /** Where the pictures go, each at its shutter, and what stands there already. */
  intake: { photos: readonly object[]; take(files: File[]): void }
  /** The newest earlier photo of the same thing: it can be laid over the live picture. */
  earlier?: ShownPhoto | undefined
  /** Told when the camera is closed. */
  onDone?: () => void
}

/** Opens the app's own camera, for many pictures in a row; the phone's own stands beside it. Not at the desk. */
export function CameraButton({ intake, earlier, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isDesk = useIsDesk()
  const ghost = useGhost(earlier)
  if (isDesk || !canShoot()) return null
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        Many photos
      </Button>
      {isOpen && (
        <CameraSheet
          onShot={(file) => intake.take([file])}
          stored={intake.photos.length}
          ghost={ghost}
          onClose={() => {
            setOpen(false)
            onDone?.()
          }}
        />
      )}
    </>
  )
}

function useGhost(earlier: ShownPhoto | undefined): Ghost | undefined {
  const own = usePicture(earlier?.own?.id ?? '', 'web')
  const url = own ?? earlier?.server?.poster_url ?? earlier?.server?.url
  return earlier && url ? { url, name: earlier.name } : undefined
}
