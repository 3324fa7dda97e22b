import { useEffect, useState } from 'react'
import { isDatabaseClosed } from '../db/database-closed.ts'
import type { SeenWords } from '../rules/phrases.ts'
import { started } from '../sync/device/start.ts'
import { useEngine } from '../sync/react/engine.ts'
import { seenWords } from './recent-codes.ts'

/** The latest observations of this device when the page was opened. There are many, so they are not followed. */
export function useSeenWords(): readonly SeenWords[] {
  const { db } = useEngine().device
  const [seen, setSeen] = useState<readonly SeenWords[]>(none)
  useEffect(() => {
    let isShown = true
    // After the page is live, so that nothing waits for this.
    const read = started().then(() => (isShown ? seenWords(db) : none))
    read.then(
      (words) => isShown && setSeen(words),
      // Signing out closes the database while something is still reading.
      (error: unknown) => {
        if (!isDatabaseClosed(error)) throw error
      },
    )
    return () => {
      isShown = false
    }
  }, [db])
  return seen
}

const none: readonly SeenWords[] = []
