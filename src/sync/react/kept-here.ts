import type { DeviceDatabase } from '../../db/database.ts'
import { changeDraft } from '../entry/drafts.ts'
import { useEngine } from './engine.ts'
import { useLive } from './live.ts'

/**
 * Whether this town's server supports our own calls, such as alerts. Only such a server reports changes and a history.
 * It is stored, so it is known without signal too. Null until the server has answered once; undefined while it is read.
 */
export const useTakesOurs = (): boolean | null | undefined => useLive(takesOursIn, [], 'takes ours')

/** The same, read once: for an action before the page knows it. */
export async function takesOursIn(db: DeviceDatabase): Promise<boolean | null> {
  const { history, feed } = await db.facts({ history: null, feed: null })
  if ((history ?? feed) !== null) return true
  // The changes are asked for before a list, so a list without them is from a server that reports none.
  return (await db.pulls.limit(1).count()) > 0 ? false : null
}

interface KeptHere<Value> {
  /** Whether the server can store the value; then nothing should be stored here. */
  takesOurs: boolean | null | undefined
  value: Value
  /** Stores the next value, made from the one on the device, which may be newer than the page's. */
  keep(change: (kept: Value) => Value): Promise<void>
}

/**
 * A value that is stored on this device because no call of the server takes it. It is stored like a half-typed form:
 * `name` says what it is about ('alerts-here/address:-12') and follows the record to its new number. One read covers
 * all of it.
 */
export function useKeptHere<Value>(name: string, usual: Value): KeptHere<Value> {
  const { device } = useEngine()
  const { db } = device
  const read = useLive(
    async (it) => ({ takesOurs: await takesOursIn(it), draft: await it.drafts.get(name) }),
    [name],
    `kept here ${name}`,
  )
  const keep = (change: (kept: Value) => Value) =>
    changeDraft(db, name, (draft) => ({
      values: change((draft?.values as Value | undefined) ?? usual),
      savedAt: device.now(),
    }))
  // Each name is written by one module only, so that module knows the shape of its value.
  return { takesOurs: read?.takesOurs, value: (read?.draft?.values as Value | undefined) ?? usual, keep }
}
