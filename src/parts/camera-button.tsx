import { type ReactNode, useState } from 'react'
import type { Id } from '../contract/id.ts'
import type { Shot } from '../sync/device/shot-job.ts'
import { Button } from '../ui/button.tsx'
import { fetched } from '../ui/fetched.tsx'
import { useIsDesk } from '../ui/media.ts'
import type { ShownPhoto } from './photo-match.ts'

const CameraSheet = fetched(async () => (await import('./camera-sheet.tsx')).CameraSheet)

// Typed as always present, but missing in old browsers and on insecure pages.
const canShoot = () => (navigator.mediaDevices as MediaDevices | undefined)?.getUserMedia !== undefined

interface Props {
  /** Where each picture goes as it is taken. */
  intake: { take(files: readonly Shot[]): void }
  /** The newest earlier photo of the same thing, which can be overlaid on the live picture. */
  earlier?: ShownPhoto | undefined
  /**
   * The area where they are taken: photos of the same room from earlier inspections can be overlaid on the live
   * picture.
   */
  area?: Id | undefined
  /** Called when the camera is closed. */
  onDone?: () => void
  /** The camera is open at first, because the page was opened to take photos. */
  opens?: boolean
  /** The text of the button; "Many photos" by default. */
  words?: ReactNode
}

/**
 * Opens the app's own camera, for many pictures in a row. The button of the phone's own camera is beside it. Not on a
 * desk.
 */
export function CameraButton({ intake, earlier, area, onDone, opens = false, words = 'Many photos' }: Props) {
  const [isOpen, setOpen] = useState(opens)
  const isDesk = useIsDesk()
  if (isDesk || !canShoot()) return null
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        {words}
      </Button>
      {isOpen && (
        <CameraSheet
          onShot={(shot) => intake.take([shot])}
          earlier={earlier}
          area={area}
          onClose={() => {
            setOpen(false)
            onDone?.()
          }}
        />
      )}
    </>
  )
}
