import type { DeviceDatabase } from '../../db/database.ts'
import { follow } from '../../db/follow.ts'
import { isLarge } from './rows.ts'

/*
 * The live reads of the screens, by name. When no screen shows a read any more, it rests: its result stays, and is
 * dropped at the first change of what was read. A screen that is opened again therefore has its rows in its first
 * rendering, and reads nothing.
 */

interface Reader {
  next(result: unknown): void
  failed(error: unknown): void
}

interface LiveRead {
  readers: Set<Reader>
  /** undefined during the first read. */
  last: { result: unknown } | undefined
  end(): void
}

/** In the order in which they came to rest, the longest at rest first. */
const readsOf = new WeakMap<DeviceDatabase, Map<string, LiveRead>>()

/** This many reads stay at rest: those of some twenty screens. Each is compared with every change. */
const restingAtMost = 500

/** The result of a read that is live or at rest; undefined if there is none. */
export const liveResult = (db: DeviceDatabase, name: string): { result: unknown } | undefined =>
  readsOf.get(db)?.get(name)?.last

/** How changes of a read's result are noticed: by its database, or by the worker that searches the lists. */
export type Following = typeof follow

/**
 * Follows a read as `following` does. All who use the same name share one read, so its name must say everything that the
 * result depends on. Call the returned function to stop.
 */
export function followNamed<Result>(
  db: DeviceDatabase,
  name: string,
  read: () => Promise<Result>,
  next: (result: Result) => void,
  failed: (error: unknown) => void,
  following: Following = follow,
): () => void {
  const reads = readsOf.get(db) ?? new Map<string, LiveRead>()
  readsOf.set(db, reads)
  const live = reads.get(name) ?? begin(reads, name, read, following)
  // The same name is always a read of the same kind of result.
  const reader: Reader = { next: next as Reader['next'], failed }
  live.readers.add(reader)
  if (live.last) reader.next(live.last.result)
  return () => {
    live.readers.delete(reader)
    if (live.readers.size === 0) rest(db, name, live)
  }
}

/** While somebody is signed in, reads may rest. Call the returned function when they leave: nothing of theirs stays. */
export function letReadsRest(db: DeviceDatabase): () => void {
  mayRest.add(db)
  return () => {
    mayRest.delete(db)
    endResting(db)
  }
}

/** Ends all reads at rest. Each screen reads anew when it is opened. */
export function endResting(db: DeviceDatabase): void {
  const reads = readsOf.get(db) ?? new Map<string, LiveRead>()
  for (const [name, live] of reads) if (live.readers.size === 0) drop(reads, name, live)
}

const mayRest = new WeakSet<DeviceDatabase>()

function begin(
  reads: Map<string, LiveRead>,
  name: string,
  read: () => Promise<unknown>,
  following: Following,
): LiveRead {
  const live: LiveRead = { readers: new Set(), last: undefined, end: () => undefined }
  live.end = following(
    async () => {
      const isResting = live.last && live.readers.size === 0
      if (!isResting) return read()
      // Something has changed. It is read when a screen needs it.
      drop(reads, name, live)
    },
    (result) => {
      live.last = { result }
      for (const { next } of live.readers) next(result)
    },
    (error) => {
      drop(reads, name, live)
      for (const { failed } of live.readers) failed(error)
    },
  )
  reads.set(name, live)
  return live
}

/** Ends a read. Another one may have its name by now. */
function drop(reads: Map<string, LiveRead>, name: string, live: LiveRead): void {
  if (reads.get(name) === live) reads.delete(name)
  live.end()
}

function rest(db: DeviceDatabase, name: string, live: LiveRead): void {
  const reads = readsOf.get(db)
  // A failed read has ended already.
  if (reads?.get(name) !== live) return
  const canRest = live.last && !holdsTable(live.last.result) && mayRest.has(db)
  if (!canRest) {
    drop(reads, name, live)
    return
  }
  // It is the last in the order now.
  reads.delete(name)
  reads.set(name, live)
  if (reads.size <= restingAtMost) return
  const oldest = [...reads].find(([, it]) => it.readers.size === 0)
  if (oldest) drop(reads, ...oldest)
}

/** Whole tables are not kept in memory, neither bare nor as a part of a result. */
const holdsTable = (result: unknown): boolean => isLarge(result) || Object.values(result ?? {}).some(isLarge)
