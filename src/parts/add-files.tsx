import type { Command } from '../records/command.ts'
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
  /** The newest photo of the record, which the camera can show as a guide. */
  earlier?: ShownPhoto | undefined
}

/** Accepts files and attaches each to a record as soon as it is safe on this device. */
export function AddFiles({ form, command, params, earlier }: AddProps) {
  const addFiles = useAddFiles()
  const intake = usePhotoIntake(form)
  const attach = async () => {
    const photos = await intake.settled()
    if (photos.length === 0) return
    // The engine handles all commands alike; their types are known only at run time.
    await saved(() => addFiles(command as Command, params, photos))
  }
  return (
    <>
      <FileChooser
        label="Attachments"
        words="Add files"
        isBusy={intake.isBusy}
        onPick={(files) => {
          intake.take(files)
          void attach()
        }}
      >
        <CameraButton intake={intake} earlier={earlier} onDone={() => void attach()} />
      </FileChooser>
      <ChosenPhotos intake={intake} />
      {intake.photos.length > 0 && !intake.isBusy && (
        <Button onClick={() => void attach()}>Attach {intake.photos.length} chosen before</Button>
      )}
    </>
  )
}
