import {
  createContext,
  createElement,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { User } from '../../contract/user.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { Person } from '../../db/directory.ts'
import { follow } from '../../db/follow.ts'
import { same } from '../../rules/same.ts'
import {
  isFirstStart,
  isStarting,
  onceLive,
  readAhead,
  readAheadAtStart,
  readAtStart,
  watchStart,
} from '../device/start.ts'
import { useEngine } from './engine.ts'
import { endResting, followNamed, letReadsRest, liveResult } from './live-reads.ts'
import { isLarge, useSame } from './rows.ts'

const UserContext = createContext<User | null>(null)

/** Wraps the signed-in app, so that the profile is read once for all components. */
export function UserProvider({ children }: { children: ReactNode }) {
  const { device, directory, person } = useEngine()
  const [kept, setKept] = useState<Person>()
  useReadsAtRest(device.db)
  useEffect(
    () => onceLive(() => follow(async () => directory.people.get(person.userId), setKept, failWith(setKept))),
    [directory, person.userId],
  )
  return createElement(UserContext, { value: useSame(kept?.profile ?? person.profile) }, children)
}

/** Lets reads rest while somebody is signed in and the page is in sight. */
const useReadsAtRest = (db: DeviceDatabase) =>
  useEffect(() => {
    const leave = letReadsRest(db)
    // A page that the system suspends may never be told what the service worker or another tab changed meanwhile.
    const hide = () => endResting(db)
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [db])

/** The signed-in person's profile, as last fetched. */
export function useUser(): User {
  const user = use(UserContext)
  if (!user) throw new Error('Nobody is signed in')
  return user
}

/**
 * Whether the screen is live. Before that, the device is read once and not followed. A component that was live stays
 * live while another screen loads.
 */
export function useIsStarted(): boolean {
  const wasLive = useRef(false)
  const isLive = useSyncExternalStore(watchStart, () => wasLive.current || !isStarting())
  wasLive.current = isLive
  return isLive
}

/** Whether the first screen was live. Stays true while a later screen loads. */
export const useHasStarted = (): boolean => useSyncExternalStore(watchStart, () => !isFirstStart())

/** A result, and what was read for it. */
interface Shown<Result> {
  result: Result
  deps: readonly unknown[]
  /** It was taken from a read at rest, which a change may have ended meanwhile. */
  wasLive?: boolean
}

/**
 * Reads the device and follows every change of the result; undefined until the first read is done. `name` says
 * everything that the result depends on, and that is stored in a database. With a name, the last result stays valid
 * after its screen is closed, and other reads of the same screen may need it (`useReadAhead`) or have read it ahead.
 * While something else is read, the last result is shown, unless `isExact`.
 */
export function useLive<Result>(
  read: (db: DeviceDatabase) => Promise<Result>,
  deps: unknown[],
  name?: string,
  isExact?: boolean,
): Result | undefined {
  const { db } = useEngine().device
  const all = [db, ...deps]
  const [shown, setShown] = useState<Shown<Result> | undefined>(() => {
    if (name === undefined) return undefined
    const live = liveResult(db, name)
    const known = live ?? readAhead(name)
    // Both readers use the same name for the same kind of result.
    return known && { result: known.result as Result, deps: all, wasLive: live !== undefined }
  })
  const last = useRef(shown)
  const isFollowed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader says by `deps` when it reads something else
  useEffect(() => {
    let isOver = false
    const show = (result: Result) => {
      // A screen's first live result is usually what it has just read. Setting it again would still cost a rendering at
      // the next change.
      if (isOver || isAsShown(last.current, result, all)) return
      last.current = { result, deps: all }
      setShown(last.current)
    }
    const begin = () => {
      isFollowed.current = true
      if (name === undefined) return follow(async () => read(db), show, failWith(setShown))
      return followNamed(db, name, async () => read(db), show, failWith(setShown))
    }
    const isLive = name !== undefined && liveResult(db, name) !== undefined
    // A component that is live stays live while another screen loads.
    const isFirst = isStarting() && !isFollowed.current && !isLive
    if (isFirst && (!isOf(shown, all) || shown?.wasLive)) readAtStart(db, read, show, name)
    const end = isFirst ? onceLive(begin) : begin()
    return () => {
      isOver = true
      end()
    }
  }, [...all])
  return (isFollowed.current && !isExact) || isOf(shown, all) ? shown?.result : undefined
}

/** Lets a component fail while it renders, so that the screen's error boundary catches it. */
const failWith =
  (setState: (fail: () => never) => void) =>
  (error: unknown): void =>
    setState(() => {
      throw error
    })

const isOf = (shown: Shown<unknown> | undefined, deps: readonly unknown[]): boolean =>
  shown?.deps.every((it, at) => Object.is(it, deps[at])) ?? false

/** Whether the same content is shown already, as the result of the same read. */
const isAsShown = (shown: Shown<unknown> | undefined, result: unknown, deps: readonly unknown[]): boolean =>
  isOf(shown, deps) && !isLarge(result) && same(shown?.result, result)

/**
 * While the app starts, also reads what this screen will ask for once it renders the results of its other reads.
 * Otherwise each such step would need another transaction and another rendering.
 */
export function useReadAhead(read: Parameters<typeof readAheadAtStart>[1]): void {
  const { db } = useEngine().device
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (isStarting()) readAheadAtStart(db, (db, resultOf) => latest.current(db, resultOf))
  }, [db])
}
