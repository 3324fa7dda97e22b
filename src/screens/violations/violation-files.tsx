import type { Id } from '../../contract/id.ts'
import type { Photo } from '../../contract/photo.ts'
import { AddFiles } from '../../parts/add-files.tsx'
import { DownloadFiles } from '../../parts/download-files.tsx'
import { isPhoto, shownPhotos } from '../../parts/photo-match.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { addViolationPhoto, violationFiles } from '../../records/violation.ts'
import { usePhotosOf, useValue } from '../../sync/react/hooks.ts'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'

interface FilesProps {
  violationId: Id
  canWrite: boolean
}

/** The files of a violation: the server's, unsent ones, adding more, and a download of all (VD-01). */
export function ViolationFiles({ violationId, canWrite }: FilesProps) {
  const listed = violationFiles(violationId)
  // LS-05: a list of files that cannot be loaded counts as empty; this device's files are still shown.
  const { value } = useValue<Photo[]>(listed.query)
  const own = usePhotosOf('violation', violationId) ?? []
  const files = value ?? []
  const all = shownPhotos(own, files)
  const atOffice = all.filter((it) => it.server || it.own?.state === 'verified').length
  return (
    <Section title="Attachments">
      <Stack>
        <PhotoWall
          type="violation"
          id={violationId}
          photos={files}
          of="the violation"
          empty="No attachments uploaded yet."
        />
        {canWrite && (
          <AddFiles
            form={`files/violation:${violationId}`}
            command={addViolationPhoto}
            params={{ violationId }}
            earlier={all.filter(isPhoto).at(-1)}
          />
        )}
        {atOffice > 0 && <DownloadFiles of={listed} count={atOffice} />}
      </Stack>
    </Section>
  )
}
