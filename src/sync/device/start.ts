import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/*
 * The start of the app, from its first module to the first screen that answers to taps, and in the same way the arrival
 * at each later screen. Until then the device is read once for all that the screen shows, and nothing is written, followed
 * or asked of the server that can wait.
 */

let isUnderWay = false
const waiting = new Set<() => void>()

/** The app begins to start. Without this call, as in tests of the engine, it counts as started. */
export function beginStart(): void {
  isUnderWay = true
}

/**
 * Another screen begins to be shown. It is read as the first one is, together, and followed once nothing more has been
 * asked for a moment; what is shown already stays followed.
 */
export function beginArrival(): void {
  if (isUnderWay) return
  isUnderWay = true
  let quiet: ReturnType<typeof setTimeout>
  const end = () => {
    clearTimeout(quiet)
    clearTimeout(longest)
    unwatch()
    endStart()
  }
  const endIfQuiet = () => {
    if (!isReading()) end()
  }
  const unwatch = watchReads(() => {
    clearTimeout(quiet)
    // Twice: on a busy phone the first is late already, and runs before what the screen is about to ask for.
    quiet = setTimeout(() => {
      quiet = setTimeout(endIfQuiet, quietMs)
    }, quietMs)
  })
  const longest = setTimeout(end, longestMs)
  // A screen that reads nothing.
  quiet = setTimeout(endIfQuiet, unreadMs)
}

/** A screen that has rendered what was read asks for more within twice this time (ms), or has all that the device holds. */
const quietMs = 40
/** A screen that has asked for nothing by then (ms) asks for nothing. */
const unreadMs = 300
/** Whatever a screen still reads after this long (ms), it is followed from now on. */
const longestMs = 1_000

/** The screen is live: what has waited runs now. */
export function endStart(): void {
  if (!isUnderWay) return
  isUnderWay = false
  for (const act of waiting) act()
  waiting.clear()
}

export const isStarting = (): boolean => isUnderWay

/** Resolves once the first screen is live. */
export const started = (): Promise<void> =>
  isUnderWay ? new Promise((resolve) => void waiting.add(resolve)) : Promise.resolve()

/** For useSyncExternalStore: told once, when the first screen is live. */
export const watchStart = (listener: () => void): (() => void) => {
  if (isUnderWay) waiting.add(listener)
  return () => void waiting.delete(listener)
}

interface FirstRead {
  read(db: DeviceDatabase): Promise<unknown>
  deliver(result: unknown): void
}

const reads = new Map<DeviceDatabase, FirstRead[]>()
let groupsUnderWay = 0
const readListeners = new Set<() => void>()

/** Whether the device is being read for the first screen. */
export const isReading = (): boolean => groupsUnderWay > 0

/** Told each time the device has answered all that was asked of it; a screen may ask for more as it renders that. */
export const watchReads = (listener: () => void): (() => void) => {
  readListeners.add(listener)
  return () => void readListeners.delete(listener)
}

/**
 * Reads the device together with everybody who asks in the same task: one transaction for all of them, and one moment
 * in which all results arrive, so that the screen is rendered once. A read that fails delivers nothing.
 */
export function readAtStart<Result>(
  db: DeviceDatabase,
  read: (db: DeviceDatabase) => Promise<Result>,
  deliver: (result: Result) => void,
): void {
  // Each result goes to the reader that it was read for.
  const one = { read, deliver } as FirstRead
  const group = reads.get(db)
  if (group) return void group.push(one)
  reads.set(db, [one])
  groupsUnderWay += 1
  queueMicrotask(() => void readGroup(db))
}

async function readGroup(db: DeviceDatabase): Promise<void> {
  const group = reads.get(db) ?? []
  reads.delete(db)
  const results = await inTransaction(db, 'r', db.tables, (view) =>
    // What fails here is read again, by itself, once the screen is live, and fails there for all to see.
    Promise.all(
      group.map(({ read }) =>
        read(view).then(
          (value) => ({ value }),
          () => null,
        ),
      ),
    ),
  ).catch(() => [])
  for (const [at, result] of results.entries()) if (result) group[at]?.deliver(result.value)
  groupsUnderWay -= 1
  if (!isReading()) for (const listener of readListeners) listener()
}
