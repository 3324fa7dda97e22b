import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import { needsUser } from '../../db/outbox.ts'
import { DownloadFiles } from '../../parts/download-files.tsx'
import { EntriesState } from '../../parts/entry-state.tsx'
import { PhotoField, usePhotoIntake } from '../../parts/photo-intake.tsx'
import { shownPhotos } from '../../parts/photo-match.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { saved, tellSaved } from '../../parts/use-save.ts'
import type { Command } from '../../records/command.ts'
import { addInspectionPhoto, inspectionFiles } from '../../records/inspection.ts'
import { useAddFiles, usePhotosOf, useValue } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.ts'

interface FilesProps {
  complaintId: Id
}

/** The files of a complaint, sent and unsent, a download of all, and adding more (CP-12, CP-13). */
export function ComplaintFiles({ complaintId, canWrite }: FilesProps & { canWrite: boolean }) {
  const { value, problem } = useValue<Photo[]>(inspectionFiles(complaintId).query)
  const own = usePhotosOf('inspection', complaintId) ?? []
  const files = value ?? []
  const atOffice = shownPhotos(own, files).filter((it) => it.server || it.own?.state === 'verified').length
  return (
    <Stack>
      <PhotoWall
        type="inspection"
        id={complaintId}
        photos={files}
        of="the complaint"
        empty={
          problem && !value
            ? 'Attachments at the office are shown when there is signal.'
            : 'No attachments uploaded yet.'
        }
      />
      <UploadState photos={own.map((it) => it.id)} />
      {atOffice > 0 && <DownloadFiles of={inspectionFiles(complaintId)} count={atOffice} />}
      {canWrite && <Upload complaintId={complaintId} />}
    </Stack>
  )
}

/** Files that the office refused, in the specification's words; each file shows its own state. */
function UploadState({ photos }: { photos: readonly string[] }) {
  const refused = useLive(
    async (db) =>
      (
        await db.outbox
          .where('touches')
          .anyOf(photos.map((id) => `photo:${id}`))
          .toArray()
      ).filter((it) => needsUser.includes(it.state)),
    [photos.join(' ')],
  )
  return <EntriesState entries={refused ?? []} failure="Failed to upload attachments" />
}

/** Files are chosen and checked first, and then attached to the complaint together; each is sent separately. */
function Upload({ complaintId }: FilesProps) {
  const addFiles = useAddFiles()
  const intake = usePhotoIntake(`files/inspection:${complaintId}`)
  const count = intake.photos.length + intake.reading.length
  const upload = async () => {
    const photos = await intake.settled()
    if (photos.length === 0) return
    // The engine handles all commands alike; their types are known only at run time.
    const command = addInspectionPhoto as unknown as Command
    const done = await saved(() => addFiles(command, { inspectionId: complaintId }, photos))
    if (done !== null) tellSaved('Attachments saved')
  }
  return (
    <>
      <PhotoField intake={intake} label="Attachments" />
      <div>
        <Button kind={count > 0 ? 'main' : 'plain'} disabled={count === 0} onClick={() => void upload()}>
          Upload
        </Button>
      </div>
    </>
  )
}
