import { readJson, recall, write } from '../device/local-storage.ts'

const mirrorName = (database: string) => `codesoft-unsent-${database}`

/** What was unsent when the mirror was last written: how much, and the keys of some of it. */
export interface Mirror {
  count: number
  keys: string[]
}

/** This many keys are enough to tell whether the work is there; more would only fill localStorage. */
export const mirroredAtMost = 500

/** Keeps the keys of unsent work outside IndexedDB, so that the loss of the database is noticed and shown. */
export function mirrorUnsent(database: string, { count, keys }: Mirror): void {
  write(mirrorName(database), count === 0 ? null : JSON.stringify({ count, keys: keys.slice(0, mirroredAtMost) }))
}

/** What the mirror shows; an older version of the app wrote the keys alone. */
export function mirrored(database: string): Mirror {
  // A value that cannot be read counts as empty: the app must open all the same.
  const kept = readJson(mirrorName(database))
  const all: unknown = Array.isArray(kept) ? kept : Reflect.get(Object(kept), 'keys')
  const keys = Array.isArray(all) ? all.filter((it) => typeof it === 'string') : []
  return { count: Number(Reflect.get(Object(kept), 'count') ?? keys.length), keys }
}

const lostName = (database: string) => `lost-${database}`

/** How much unsent work was lost without anybody having read the message yet. */
export const lostUnread = (database: string): number => Number(recall(lostName(database)) ?? 0)

/** Keeps the message over any number of starts; 0 once somebody has read it. */
export const tellLost = (database: string, count: number): void =>
  write(`codesoft-${lostName(database)}`, count === 0 ? null : String(count))
