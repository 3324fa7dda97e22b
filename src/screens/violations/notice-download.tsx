import { useState } from 'react'
import { urlOf } from '../../contract/call-name.ts'
import type { Id } from '../../contract/id.ts'
import { type Violation, violations } from '../../contract/violation.ts'
import { download } from '../../sync/online/download.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { CallError, problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { fetched } from '../../ui/fetched.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { Stack } from '../../ui/stack.ts'
import { tellFailure } from '../../ui/toast.tsx'
import { Line } from './violation-look.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const NoticeSheet = fetched(() => import('./notice-sheet.tsx').then((it) => it.NoticeSheet))

/** The notice: made on this device, and as made by the office (VD-13). */
export function NoticeDownload({ violation }: { violation: Violation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack>
      <Line>
        <Button icon="file" onClick={() => setOpen(true)}>
          Make Notice
        </Button>
      </Line>
      {violation.id > 0 && <OfficeDownload violationId={violation.id} />}
      {isOpen && <NoticeSheet violation={violation} onClose={() => setOpen(false)} />}
    </Stack>
  )
}

/**
 * The notice as a Word document, with the server's file name (VD-13). It is made at the office, so it needs signal.
 */
function OfficeDownload({ violationId }: { violationId: Id }) {
  const { device } = useEngine()
  const { connection } = useSyncStatus()
  const [isAsking, setAsking] = useState(false)
  const [hasPhotos, setHasPhotos] = useState(false)
  const get = async () => {
    setAsking(true)
    try {
      const url = urlOf(violations.notice.path, { violationId }) + (hasPhotos ? '?photos=true' : '')
      const { file, name } = await download(device, url, wordType)
      saveAs(file, name ?? `violation_notice_${violationId}.docx`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      tellFailure(`Failed to download notice: ${problemText(error.problem)}`)
    } finally {
      setAsking(false)
    }
  }
  return (
    <Stack>
      <Line>
        <Button icon="download" disabled={isAsking} onClick={() => void get()}>
          {isAsking ? 'Downloading notice' : 'Download Notice'}
        </Button>
        <CheckField
          label="With the photos"
          checked={hasPhotos}
          onChange={(event) => setHasPhotos(event.target.checked)}
        />
      </Line>
      {connection === 'noSignal' && <p className="hint">Downloading the notice needs signal.</p>}
    </Stack>
  )
}
