import { useCallback } from 'react'
import type { Photo } from '../contract/photo.ts'
import type { Query } from '../records/query.ts'
import { note } from '../sync/entry/journal.ts'
import { useEngine } from '../sync/react/engine.ts'
import { CallError, problemText } from '../sync/transport/problem.ts'

/** Between two downloads a browser needs a moment to begin the first (ms). */
const betweenMs = 400

/**
 * Saves the files that a call lists under addresses made for saving, one by one (AD-24). Answers what went wrong, in
 * words, or null; it is written in the journal as well (UN-14).
 */
export function useDownloads(): (query: Query) => Promise<string | null> {
  const { device } = useEngine()
  return useCallback(
    async (query) => {
      try {
        const { readReply } = await import('../sync/pull/pull.ts')
        // The contract has checked the answer of this call.
        const files = (await readReply(device, query)) as Photo[]
        for (const [at, file] of files.entries()) {
          if (at > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs))
          save(file)
        }
        return null
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        await note(device.db, device.now(), 'Failed to get signed download URLs', { problem: error.problem.kind })
        return problemText(error.problem)
      }
    },
    [device],
  )
}

/** The address says that it is to be saved, so following it does not leave the page. */
function save({ url, filename }: Photo): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename?.trim() || ''
  link.rel = 'noreferrer'
  link.click()
}
