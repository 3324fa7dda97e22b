import { useCallback } from 'react'
import type { Photo } from '../contract/photo.ts'
import type { Query } from '../records/query.ts'
import { loadedOnce } from '../sync/device/loaded-once.ts'
import { noteIfRoom } from '../sync/entry/journal.ts'
import { useEngine } from '../sync/react/engine.ts'
import { notYet } from '../sync/react/hooks.ts'
import { CallError, problemText } from '../sync/transport/problem.ts'

const readingCode = loadedOnce(() => import('../sync/pull/pull.ts'))

/** The pause between two downloads, because a browser needs a moment to begin the first (ms). */
const betweenMs = 400

/**
 * Saves the files listed by a call, whose URLs are meant for saving, one by one (AD-24). Resolves to what went wrong,
 * in words, or null; it is also written to the journal (UN-14).
 */
export function useDownloads(): (query: Query) => Promise<string | null> {
  const { device } = useEngine()
  return useCallback(
    async (query) => {
      try {
        // Its code too comes over the network, until the app is installed.
        const reading = await readingCode().catch(notYet)
        if (!reading) throw new CallError({ kind: 'noSignal' })
        // The contract has checked this call's answer.
        const files = (await reading.readReply(device, query)) as Photo[]
        for (const [at, file] of files.entries()) {
          if (at > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs))
          save(file)
        }
        return null
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        await noteIfRoom(device.db, device.now(), 'Failed to get signed download URLs', { problem: error.problem.kind })
        return problemText(error.problem)
      }
    },
    [device],
  )
}

/** The URL makes the browser save it, so following it does not leave the page. */
function save({ url, filename }: Photo): void {
  const link = document.createElement('a')
  link.href = url
  link.download = filename?.trim() || ''
  link.rel = 'noreferrer'
  link.click()
}
