import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { outsideTransaction } from '../../db/outside-transaction.ts'

/*
 * The start of the app: from its first module to the first screen that answers to taps. The change to each later
 * screen works in the same way. Until it ends, the device is read once for everything that the screen shows; writes,
 * live queries and requests to the server wait.
 */

let isUnderWay = false
let isFirstScreen = false
const waiting = new Set<() => void>()

/** Makes the changes of `deliver` and renders them before it returns. */
type Render = (deliver: () => void) => void
let render: Render = (deliver) => deliver()

/**
 * The app starts. Without this call, as in tests of the engine, the app counts as started. `renderNow` is for a page
 * that renders.
 */
export function beginStart(renderNow?: Render): void {
  if (renderNow) render = renderNow
  isUnderWay = true
  isFirstScreen = true
}

/**
 * A new screen is about to be shown. Its reads are grouped as on the first screen, and become live queries once
 * nothing more has been read for a moment. Queries that are already live stay so.
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
    // Twice: on a busy phone the first timer is late and fires before the reads that the screen is about to make.
    quiet = setTimeout(() => {
      quiet = setTimeout(endIfQuiet, quietMs)
    }, quietMs)
  })
  const longest = setTimeout(end, longestMs)
  // For a screen that reads nothing.
  quiet = setTimeout(endIfQuiet, unreadMs)
}

/**
 * After rendering, a screen makes further reads within twice this time (ms), or it has everything that the device
 * holds.
 */
const quietMs = 40
/** A screen that has read nothing by then (ms) reads nothing. */
const unreadMs = 300
/** After this long (ms) queries become live, even if a screen still reads. */
const longestMs = 1_000

/** The screen is live: runs everything that has waited. */
export function endStart(): void {
  if (!isUnderWay) return
  isUnderWay = false
  isFirstScreen = false
  ahead.clear()
  for (const act of waiting) act()
  waiting.clear()
}

export const isStarting = (): boolean => isUnderWay

/** Whether the app's first screen is not live yet. A later screen may use code and workers that are there by then. */
export const isFirstStart = (): boolean => isFirstScreen

/** Resolves once the first screen is live. */
export const started = (): Promise<void> =>
  isUnderWay ? new Promise((resolve) => void waiting.add(resolve)) : Promise.resolve()

/** For useSyncExternalStore: called once, when the first screen is live. */
export const watchStart = (listener: () => void): (() => void) => {
  if (isUnderWay) waiting.add(listener)
  return () => void waiting.delete(listener)
}

/**
 * Begins something once the screen is live, or at once if it is. Call the returned function to end it, or to keep it
 * from beginning.
 */
export function onceLive(begin: () => () => void): () => void {
  if (!isUnderWay) return begin()
  let end: (() => void) | undefined
  const unwatch = watchStart(() => {
    end = begin()
  })
  return () => {
    unwatch()
    end?.()
  }
}

interface FirstRead {
  name: string | undefined
  read(db: DeviceDatabase, resultOf: ResultOf): Promise<unknown>
  deliver(result: unknown): void
}

/** The result of another read of the group, by its name; undefined if the group has no such read. */
type ResultOf = (name: string) => Promise<unknown> | undefined

/** Results of reads that the screen makes only when it renders what the group has read, by their names. */
const ahead = new Map<string, unknown>()

/** Keeps results, by their names, for the components of the screen that is about to be shown. */
export function keepAhead(found: ReadonlyMap<string, unknown>): void {
  // Later nobody takes them any more, and the next screen must not.
  if (!isUnderWay) return
  for (const [name, result] of found) ahead.set(name, result)
}

/** The result of a read that was made ahead of the component that asks for it. */
export const readAhead = (name: string): { result: unknown } | undefined =>
  ahead.has(name) ? { result: ahead.get(name) } : undefined

const reads = new Map<DeviceDatabase, FirstRead[]>()
let groupsUnderWay = 0
const readListeners = new Set<() => void>()

/** Whether the device is being read for the first screen. */
export const isReading = (): boolean => groupsUnderWay > 0

/** Called each time all grouped reads are done. A screen may start more reads when it renders the results. */
export const watchReads = (listener: () => void): (() => void) => {
  readListeners.add(listener)
  return () => void readListeners.delete(listener)
}

/**
 * Groups the reads of one task into one transaction and delivers all results at the same moment, so the screen renders
 * once. What it reads when it renders them joins the same transaction. A failed read delivers nothing. `name`: for
 * reads of the same group that need the result.
 */
export function readAtStart<Result>(
  db: DeviceDatabase,
  read: (db: DeviceDatabase) => Promise<Result>,
  deliver: (result: Result) => void,
  name?: string,
): void {
  // Each result goes to the reader that asked for it.
  joinGroup(db, { name, read, deliver } as FirstRead)
}

/**
 * Reads, within the group, what the screen will ask for once it renders the results of the group. `read` returns these
 * results by the names under which the components ask for them.
 */
export function readAheadAtStart(
  db: DeviceDatabase,
  read: (db: DeviceDatabase, resultOf: ResultOf) => Promise<ReadonlyMap<string, unknown>>,
): void {
  const deliver = (found: unknown) => keepAhead(found as ReadonlyMap<string, unknown>)
  joinGroup(db, { name: undefined, read, deliver })
}

function joinGroup(db: DeviceDatabase, one: FirstRead): void {
  const group = reads.get(db)
  if (group) return void group.push(one)
  reads.set(db, [one])
  groupsUnderWay += 1
  queueMicrotask(() => void readGroup(db))
}

async function readGroup(db: DeviceDatabase): Promise<void> {
  const asked = reads.get(db) ?? []
  const failures: unknown[] = []
  const reading = inTransaction(db, 'r', db.tables, async (view) => {
    while (asked.length > 0) {
      const group = asked.splice(0)
      const results = await resultsOf(group, view)
      // Rendering them may ask for more. The transaction is still open, and another would be waited for.
      try {
        outsideTransaction(() => render(() => deliverAll(group, results)))
      } catch (error) {
        failures.push(error)
      }
    }
    reads.delete(db)
  })
  await reading.catch(() => void reads.delete(db))
  groupsUnderWay -= 1
  if (!isReading()) for (const listener of readListeners) listener()
  // Only a failed read is repeated. An error of the page itself is reported as any other.
  if (failures.length > 0) throw failures[0]
}

/** null for a read that failed: its live query repeats it once the screen is live, and fails visibly there. */
function resultsOf(group: readonly FirstRead[], view: DeviceDatabase): Promise<({ value: unknown } | null)[]> {
  const named = new Map<string, Promise<unknown>>()
  const readOne = ({ name, read }: FirstRead) => {
    const reading = read(view, (wanted) => named.get(wanted))
    if (name !== undefined) named.set(name, reading)
    return reading.then(
      (value) => ({ value }),
      () => null,
    )
  }
  // Named reads first, so that the others find their results.
  const first = new Map(group.filter(({ name }) => name !== undefined).map((one) => [one, readOne(one)]))
  return Promise.all(group.map((one) => first.get(one) ?? readOne(one)))
}

function deliverAll(group: readonly FirstRead[], results: readonly ({ value: unknown } | null)[]): void {
  for (const [at, result] of results.entries()) if (result) group[at]?.deliver(result.value)
}
