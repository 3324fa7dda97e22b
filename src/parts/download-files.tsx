import { useState } from 'react'
import type { Photo } from '../contract/photo.ts'
import type { FilesQuery } from '../records/query.ts'
import { CallError, problemText } from '../sync/problem.ts'
import { readReply } from '../sync/pull.ts'
import { useEngine, useSyncStatus } from '../sync/react.ts'
import { Button } from '../ui/button.tsx'
import { tellFailure } from '../ui/toast.tsx'

/** Opens every file of a record as a download; needs signal, and says so (II-08, CP-12). */
export function DownloadFiles({ of, count }: { of: FilesQuery; count: number }) {
  const { device } = useEngine()
  const { connection } = useSyncStatus()
  const [isAsking, setAsking] = useState(false)
  const download = async () => {
    setAsking(true)
    try {
      const query = { ...of.query, search: { download: 'true' } }
      // The contract has checked the list of this call.
      const files = (await readReply(device, query)) as Photo[]
      for (const file of files) openDownload(file)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      tellFailure(`Failed to get signed download URLs: ${problemText(error.problem)}`)
    } finally {
      setAsking(false)
    }
  }
  return (
    <div>
      <Button icon="download" disabled={isAsking || connection === 'noSignal'} onClick={() => void download()}>
        Download attachments ({count})
      </Button>
      {connection === 'noSignal' && <p>Downloading needs signal.</p>}
    </div>
  )
}

function openDownload({ url, filename }: Photo): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename ?? ''
  link.rel = 'noreferrer'
  link.click()
}
