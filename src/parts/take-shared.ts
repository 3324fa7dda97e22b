import type { DeviceDatabase } from '../db/database.ts'
import { keepReserve } from '../sync/capture/reserve.ts'
import { PhotoRefusal, takeIn } from '../sync/capture/take-in.ts'
import { takeShared } from '../sync/device/shared-files.ts'
import { tellFailure } from '../ui/toast.tsx'
import { inboxForm } from './inbox.ts'

/**
 * Takes the files that other apps shared into the inbox. Files without room stay where they are until there is room.
 */
export async function takeSharedIn(db: DeviceDatabase, within: { from?: number; before?: number }): Promise<void> {
  const store = async (file: File) => {
    try {
      await takeIn(db, file, { form: inboxForm }, { keepReserve })
    } catch (error) {
      if (!(error instanceof PhotoRefusal)) throw error
      tellFailure(error.message)
      if (error.kind === 'full') throw error
    }
  }
  const take = () => takeShared(store, within)
  try {
    // One page at a time, so that two pages do not take the same file.
    await (navigator.locks ? navigator.locks.request('shared-files', take) : take())
  } catch (error) {
    if (!(error instanceof PhotoRefusal)) throw error
  }
}
