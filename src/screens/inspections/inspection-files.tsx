import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import { DownloadFiles } from '../../parts/download-files.tsx'
import { ChosenPhotos, usePhotoIntake } from '../../parts/photo-intake.tsx'
import { shownPhotos } from '../../parts/photo-match.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { saved } from '../../parts/use-save.ts'
import type { Command } from '../../records/command.ts'
import { addInspectionPhoto, inspectionFiles } from '../../records/inspection.ts'
import { useAddFiles, usePhotosOf, useValue } from '../../sync/react.ts'
import { Button } from '../../ui/button.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { Stack } from '../../ui/stack.ts'
import { ErrorLine } from '../../ui/states.tsx'

/** The files of an inspection: the server's, those on their way, more of them, and all as a download (II-08). */
export function InspectionFiles({ inspectionId, canWrite }: { inspectionId: Id; canWrite: boolean }) {
  const { value, problem } = useValue<Photo[]>(inspectionFiles(inspectionId).query)
  const own = usePhotosOf('inspection', inspectionId) ?? []
  const files = value ?? []
  // What was sent just now is at the office, though the list that came before does not tell of it.
  const atOffice = shownPhotos(own, files).filter((it) => it.server || it.own?.state === 'verified').length
  return (
    <Stack>
      {problem && problem.kind !== 'noSignal' && !value && <ErrorLine message="Failed to fetch attachments" />}
      <PhotoWall
        type="inspection"
        id={inspectionId}
        photos={files}
        of={`inspection ${inspectionId}`}
        empty={problem && !value ? 'Attachments at the office are shown when there is signal.' : 'No attachments'}
      />
      {canWrite && <AddFiles inspectionId={inspectionId} />}
      {atOffice > 0 && <DownloadFiles of={inspectionFiles(inspectionId)} count={atOffice} />}
    </Stack>
  )
}

/** Takes files in and hangs each on the inspection as soon as it is safe on this device. */
function AddFiles({ inspectionId }: { inspectionId: Id }) {
  const addFiles = useAddFiles()
  const intake = usePhotoIntake(`files/inspection:${inspectionId}`)
  const attach = async () => {
    const photos = await intake.settled()
    if (photos.length === 0) return
    // The engine carries commands whose types are known only while running.
    const command = addInspectionPhoto as unknown as Command
    await saved(() => addFiles(command, { inspectionId }, photos))
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
      />
      <ChosenPhotos intake={intake} />
      {intake.photos.length > 0 && intake.reading.length === 0 && (
        <Button onClick={() => void attach()}>Attach {intake.photos.length} chosen before</Button>
      )}
    </>
  )
}
