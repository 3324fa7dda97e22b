import { useState } from 'react'
import type { FilesQuery } from '../records/query.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Button } from '../ui/button.tsx'
import { tellFailure } from '../ui/toast.tsx'
import { useDownloads } from './use-downloads.ts'

/** Downloads every file of a record; it needs signal, and says so (II-08, CP-12). */
export function DownloadFiles({ of, count }: { of: FilesQuery; count: number }) {
  const save = useDownloads()
  const { connection } = useSyncStatus()
  const [isAsking, setAsking] = useState(false)
  const download = async () => {
    setAsking(true)
    try {
      const problem = await save({ ...of.query, search: { download: 'true' } })
      if (problem) tellFailure(`Failed to get signed download URLs: ${problem}`)
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
