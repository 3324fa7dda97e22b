import { changeDraft } from '../entry/drafts.ts'
import { formNames } from '../entry/names.ts'
import { takesOursIn } from '../entry/takes-ours.ts'
import { useEngine } from './engine.ts'
import { useLive } from './live.ts'

/** Whether this town's server supports our own calls. Null until the server has said; undefined while it is read. */
export const useTakesOurs = (): boolean | null | undefined => useLive(takesOursIn, [], 'takes ours')

interface KeptHere<Value> {
  /** Whether the server can store the value. */
  takesOurs: boolean | null | undefined
  value: Value
  /** Whether the next value is to be stored here, read when it is given. If not, those kept here have been performed. */
  isToBeKept(): Promise<boolean>
  /** Stores the next value, made from the one on the device, which may be newer than the page's. */
  keep(change: (kept: Value) => Value): Promise<void>
}

/**
 * A value that is stored on this device because no call of the server takes it, or the server has not said yet whether
 * one does: queued, it would be refused by a server without that call, as an error that the person must handle. It is
 * performed as soon as the server has said so (`performKept`). It is stored like a half-typed form: `name` says what it is
 * about ('alerts-here/address:-12') and follows the record to its new number. One read covers all of it.
 */
export function useKeptHere<Value>(name: string, usual: Value): KeptHere<Value> {
  const { device } = useEngine()
  const { db } = device
  const read = useLive(
    async (it) => ({ takesOurs: await takesOursIn(it), draft: await it.drafts.get(name) }),
    [name],
    `kept here ${name}`,
  )
  const isToBeKept = async () => {
    if (!(await takesOursIn(db))) return true
    const kept = await db.drafts.bulkGet(await formNames(db, name))
    if (kept.some((it) => it)) await (await import('../capture/perform-kept.ts')).performKept(device)
    return false
  }
  const keep = async (change: (kept: Value) => Value) => {
    await changeDraft(db, name, (draft) => ({
      values: change((draft?.values as Value | undefined) ?? usual),
      savedAt: device.now(),
    }))
    // The server may have said meanwhile that it takes it.
    device.wake()
  }
  // Each name is written by one module only, so that module knows the shape of its value.
  return { takesOurs: read?.takesOurs, value: (read?.draft?.values as Value | undefined) ?? usual, isToBeKept, keep }
}
