import type { DeviceDatabase } from '../db/database.ts'
import { isDatabaseClosed } from '../db/database-closed.ts'
import { plural } from '../rules/text.ts'
import { keepReserve } from '../sync/capture/reserve.ts'
import { PhotoRefusal, takeIn } from '../sync/capture/take-in.ts'
import { takeShared } from '../sync/device/shared-files.ts'
import { deviceWord } from '../ui/this-device.ts'
import { tellFailure } from '../ui/toast.tsx'
import { inboxForm } from './inbox.ts'

/**
 * Takes the files that other apps shared into the inbox. Those that could not be stored, or for which there is no room,
 * stay where they are and are tried again. An unexpected error is thrown after all files have had their turn.
 */
export async function takeSharedIn(db: DeviceDatabase, within: { from?: number; before?: number }): Promise<void> {
  let isFull = false
  const errors: unknown[] = []
  const store = async (read: () => Promise<File>): Promise<boolean> => {
    if (isFull) return false
    const id = crypto.randomUUID()
    try {
      await takeIn(db, await read(), { form: inboxForm }, { keepReserve, newId: () => id })
      return true
    } catch (error) {
      // Once stored it is safe, whatever failed later.
      if (await db.photos.get(id).catch(() => undefined)) return true
      if (isDatabaseClosed(error)) throw error
      if (!(error instanceof PhotoRefusal)) {
        errors.push(error)
        return false
      }
      isFull = error.kind === 'full'
      // Nothing is wrong with the file itself: it is kept whole.
      if (isFull || error.kind === 'gone' || error.kind === 'changed') return false
      tellFailure(error.message)
      return true
    }
  }
  const take = () => takeShared(store, within)
  // One page at a time, so that two pages do not take the same file.
  const stay = await (navigator.locks ? navigator.locks.request('shared-files', take) : take())
  if (stay > 0) tellFailure(isFull ? waitText(stay) : againText(stay, within.before !== undefined))
  if (errors.length > 0) throw errors[0]
}

const waitText = (count: number) =>
  `${plural(count, 'picture')} ${count === 1 ? 'waits' : 'wait'} until this ${deviceWord} has room. Do not share ${count === 1 ? 'it' : 'them'} again.`

/** `isAsked`: a banner asks about them again. */
const againText = (count: number, isAsked: boolean) => {
  const [them, are] = count === 1 ? ['it', 'it is'] : ['them', 'they are']
  const again = isAsked ? 'tap Keep to try again' : `${are} tried again when Photos to file is opened`
  return `${plural(count, 'picture')} could not be stored yet. Do not share ${them} again: ${again}.`
}
