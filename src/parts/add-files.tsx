import type { Command } from '../records/command.ts'
import { useAddFiles } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { FileChooser } from '../ui/file-chooser.tsx'
import { CameraButton } from './camera-button.tsx'
import { ChosenPhotos, usePhotoIntake } from './photo-intake.tsx'
import type { ShownPhoto } from './photo-match.ts'
import { saved } from './use-save.ts'

interface AddProps {
  /** Name of the form and what it is about: 'files/inspection:12'. */
  form: string
  /** The command that carries one file, and whose it is. */
  command: { readonly name: string }
  params: Record<string, number>
  /** The newest photo of the record, for the camera to stand where it was taken from. */
  earlier?: ShownPhoto | undefined
}

/** Takes files in and hangs each on a record as soon as it is safe on this device. */
export function AddFiles({ form, command, params, earlier }: AddProps) {
  const addFiles = useAddFiles()
  const intake = usePhotoIntake(form)
  const attach = async () => {
    const photos = await intake.settled()
    if (photos.length === 0) return
    // The engine carries commands whose types are known only while running.
    await saved(() => addFiles(command as Command, params, photos))
  }
  return (
    <>
      <FileChooser
        label="Attachments"
        words="Add files"
        isBusy={intake.reading.length > 0}
        onPick={(files) => {
          intake.take(files)
          void attach()
        }}
      >
        <CameraButton intake={intake} earlier={earlier} onDone={() => void attach()} />
      </FileChooser>
      <ChosenPhotos intake={intake} />
      {intake.photos.length > 0 && intake.reading.length === 0 && (
        <Button onClick={() => void attach()}>Attach {intake.photos.length} chosen before</Button>
      )}
    </>
  )
}
