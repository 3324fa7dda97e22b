import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import { AddFiles } from '../../parts/add-files.tsx'
import { DownloadFiles } from '../../parts/download-files.tsx'
import { shownPhotos } from '../../parts/photo-match.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { addInspectionPhoto, inspectionFiles } from '../../records/inspection.ts'
import { usePhotosOf, useValue } from '../../sync/react/hooks.ts'
import { Stack } from '../../ui/stack.ts'
import { ErrorLine } from '../../ui/states.tsx'

interface FilesProps {
  inspectionId: Id
  canWrite: boolean
}

/** The files of an inspection: the server's, unsent ones, adding more, and a download of all (II-08). */
export function InspectionFiles({ inspectionId, canWrite }: FilesProps) {
  const { value, problem } = useValue<Photo[]>(inspectionFiles(inspectionId).query)
  const own = usePhotosOf('inspection', inspectionId) ?? []
  const files = value ?? []
  // Files that were just sent are at the office, even if the last list does not include them.
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
      {canWrite && (
        <AddFiles
          form={`files/inspection:${inspectionId}`}
          command={addInspectionPhoto}
          params={{ inspectionId }}
          // With the page of its complaint.
          isShared
        />
      )}
      {atOffice > 0 && <DownloadFiles of={inspectionFiles(inspectionId)} count={atOffice} />}
    </Stack>
  )
}
