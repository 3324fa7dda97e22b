import type { DeviceDatabase } from '../../db/database.ts'
import { readJson, recall, write } from '../device/local-storage.ts'

const mirrorName = (database: string) => `codesoft-unsent-${database}`

/** The unsent work when the mirror was last written: how much, and some of the keys. */
interface Mirror {
  count: number
  keys: string[]
}

/** This many keys are enough to tell whether the work still exists; more would only fill localStorage. */
const mirroredAtMost = 500

/** How much is unsent, and the keys of some of it, for the mirror. Read from the index alone. */
export const unsentOf = async ({ outbox }: DeviceDatabase): Promise<Mirror> => {
  const [count, keys] = await Promise.all([outbox.count(), outbox.orderBy('key').limit(mirroredAtMost).keys()])
  // The index contains the keys of entries, which are strings.
  return { count, keys: keys as string[] }
}

/** Stores the keys of unsent work outside IndexedDB, so that a lost database is noticed and reported. */
export function mirrorUnsent(database: string, { count, keys }: Mirror): void {
  write(mirrorName(database), count === 0 ? null : JSON.stringify({ count, keys: keys.slice(0, mirroredAtMost) }))
}

/** The stored mirror. Older versions of the app stored only the keys. */
export function mirrored(database: string): Mirror {
  // A value that cannot be read counts as empty, because the app must open all the same.
  const kept = readJson(mirrorName(database))
  const all: unknown = Array.isArray(kept) ? kept : Reflect.get(Object(kept), 'keys')
  const keys = Array.isArray(all) ? all.filter((it) => typeof it === 'string') : []
  return { count: Number(Reflect.get(Object(kept), 'count') ?? keys.length), keys }
}

const lostName = (database: string) => `lost-${database}`

/** How much unsent work was lost, if nobody has read the message yet. */
export const lostUnread = (database: string): number => Number(recall(lostName(database)) ?? 0)

/** Stores the message until somebody has read it; 0 deletes it. */
export const tellLost = (database: string, count: number): void =>
  write(`codesoft-${lostName(database)}`, count === 0 ? null : String(count))
