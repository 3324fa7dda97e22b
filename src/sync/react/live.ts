import { useLiveQuery, useObservable } from 'dexie-react-hooks'
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
import type { SignInMethods } from '../../contract/session.ts'
import type { User } from '../../contract/user.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { followed } from '../../db/followed.ts'
import { isStarting, readAhead, readAheadAtStart, readAtStart, watchStart } from '../device/start.ts'
import type { Town } from '../online/town.ts'
import { useEngine, useSession } from './engine.ts'

/** The town as last received by this device, for use while nobody is signed in; undefined before it is known. */
export function useKnownTown(): Town | undefined {
  const session = useSession()
  return useLiveQuery(() => session.town(), [session]) ?? undefined
}

/** Ways to sign in to this town other than email and password; null if there are none. */
export const useSignInMethods = (): SignInMethods | null => useKnownTown()?.waysIn ?? null

const UserContext = createContext<User | null>(null)

/** Wraps the signed-in app, so that the profile is read once for all components. */
export function UserProvider({ children }: { children: ReactNode }) {
  const { directory, person } = useEngine()
  const isLive = useIsStarted()
  const kept = useObservable(
    () => followed(async () => directory.people.get(person.userId), isLive),
    [directory, person.userId, isLive],
  )
  return createElement(UserContext, { value: kept?.profile ?? person.profile }, children)
}

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

/**
 * Reads the device and follows every change of the result; undefined until the first read is done. `name`: for reads of
 * the same screen that need the result (`useReadAhead`), or under which they have read it ahead.
 */
export function useLive<Result>(
  read: (db: DeviceDatabase) => Promise<Result>,
  deps: unknown[],
  name?: string,
): Result | undefined {
  const { db } = useEngine().device
  const isLive = useIsStarted()
  const all = [db, ...deps]
  const first = useFirstRead(db, { read, name }, all, !isLive)
  // It must be an async function, or Dexie stops following reads after the first await.
  const live = useObservable(() => followed(async () => ({ result: await read(db) }), isLive), [...all, isLive])
  return (live ?? first)?.result
}

/** A read during the start of the app, grouped with all other reads of the first screen. */
function useFirstRead<Result>(
  db: DeviceDatabase,
  { read, name }: { read: (db: DeviceDatabase) => Promise<Result>; name: string | undefined },
  deps: unknown[],
  isStarting: boolean,
): { result: Result } | undefined {
  const [first, setFirst] = useState<{ result: Result; deps: unknown[] } | undefined>(() => {
    const known = name === undefined ? undefined : readAhead(name)
    // Who reads ahead and who asks use the same name for the same kind of result.
    return known && { result: known.result as Result, deps }
  })
  const isKnown = first?.deps.every((it, at) => Object.is(it, deps[at])) ?? false
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader says by `deps` when it reads something else
  useEffect(() => {
    if (!isStarting || isKnown) return
    let isShown = true
    const deliver = (result: Result) => {
      if (isShown) setFirst({ result, deps })
    }
    readAtStart(db, read, deliver, name)
    return () => {
      isShown = false
    }
  }, [isStarting, ...deps])
  return isKnown ? first : undefined
}

/**
 * While the app starts, reads what this screen will ask for once it renders the results of its other reads, together
 * with them: else each step of the screen would be a transaction and a rendering more.
 */
export function useReadAhead(read: Parameters<typeof readAheadAtStart>[1]): void {
  const { db } = useEngine().device
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    if (isStarting()) readAheadAtStart(db, (db, resultOf) => latest.current(db, resultOf))
  }, [db])
}
