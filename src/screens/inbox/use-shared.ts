import { useEffect } from 'react'
import { inboxForm } from '../../parts/inbox.ts'
import { keepReserve } from '../../sync/capture/reserve.ts'
import { PhotoRefusal, takeIn } from '../../sync/capture/take-in.ts'
import { takeShared } from '../../sync/device/shared-files.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { tellFailure } from '../../ui/toast.tsx'

/**
 * Moves files shared by other apps to the inbox. Files for which there is no room stay in their cache until there is.
 */
export function useShared(): void {
  const { db } = useEngine().device
  useEffect(() => {
    const store = async (file: File) => {
      try {
        await takeIn(db, file, { form: inboxForm }, { keepReserve })
      } catch (error) {
        if (!(error instanceof PhotoRefusal)) throw error
        tellFailure(error.message)
        if (error.kind === 'full') throw error
      }
    }
    // One page at a time, so that two pages do not take the same file.
    const taken = navigator.locks ? navigator.locks.request('shared-files', () => takeShared(store)) : takeShared(store)
    taken.catch((error) => {
      if (!(error instanceof PhotoRefusal)) throw error
    })
  }, [db])
}
