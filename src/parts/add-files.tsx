import { useEffect, useState } from 'react'
import type { Command } from '../records/command.ts'
import { canBeSentAsIs } from '../sync/capture/take-in.ts'
import { useAddFiles } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { FileChooser } from '../ui/file-chooser.tsx'
import { CameraButton } from './camera-button.tsx'
import { ChosenPhotos, usePhotoIntake } from './photo-intake.tsx'
import type { ShownPhoto } from './photo-match.ts'
import { saved } from './use-save.ts'

interface AddProps {
  /** The name of the form and its subject: 'files/inspection:12'. */
  form: string
  /** The command that carries one file, and its record. */
  command: { readonly name: string }
  params: Record<string, number>
  /** Another page chooses files in this form and asks before it attaches them. So those left in it are only offered. */
  isShared?: boolean
  /** The newest photo of the record, which the camera can show as a guide. */
  earlier?: ShownPhoto | undefined
}

/**
 * Accepts files and attaches each to a record as soon as it is safe on this device. Those that the app was closed before
 * attaching are attached when the page is opened again.
 */
export function AddFiles({ form, command, params, isShared = false, earlier }: AddProps) {
  const addFiles = useAddFiles()
  // The engine handles all commands alike; their types are known only at run time.
  const attach = (photos: readonly string[]) => saved(() => addFiles(command as Command, params, photos))
  const intake = usePhotoIntake(form, (photo) => attach([photo]))
  const [isNew, setNew] = useState(!isShared)
  const [isAttaching, setAttaching] = useState(false)
  const attachOld = async () => {
    setAttaching(true)
    try {
      const ready = intake.photos.filter(canBeSentAsIs).map(({ id }) => id)
      if ((await attach(ready)) === null) return
      // The others must be made smaller first.
      const others = await intake.settled()
      if (others.length > 0) await attach(others)
    } finally {
      setAttaching(false)
    }
  }
  const hasOld = intake.photos.length > 0
  const isRead = hasOld || intake.isEmpty()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the device has been read
  useEffect(() => {
    if (!isNew || !isRead) return
    setNew(false)
    if (hasOld) void attachOld()
  }, [isRead])
  return (
    <>
      <FileChooser label="Attachments" words="Add files" isBusy={intake.isBusy || isAttaching} onPick={intake.take}>
        <CameraButton intake={intake} earlier={earlier} />
      </FileChooser>
      <ChosenPhotos intake={intake} />
      {hasOld && !isNew && !isAttaching && !intake.isBusy && (
        <Button onClick={() => void attachOld()}>Attach {intake.photos.length} chosen before</Button>
      )}
    </>
  )
}
