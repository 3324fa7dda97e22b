import { useLiveQuery } from 'dexie-react-hooks'
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
import { isStarting, readAtStart, watchStart } from '../device/start.ts'
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
  const kept = useLiveQuery(
    async () => (isLive ? await directory.people.get(person.userId) : undefined),
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

/** Reads the device and follows every change of the result; undefined until the first read is done. */
export function useLive<Result>(read: (db: DeviceDatabase) => Promise<Result>, deps: unknown[]): Result | undefined {
  const { db } = useEngine().device
  const isLive = useIsStarted()
  const all = [db, ...deps]
  const first = useFirstRead(db, read, all, !isLive)
  // It must be an async function, or Dexie stops following reads after the first await.
  const live = useLiveQuery(async () => (isLive ? { result: await read(db) } : undefined), [...all, isLive])
  return (live ?? first)?.result
}

/** A read during the start of the app, grouped with all other reads of the first screen. */
function useFirstRead<Result>(
  db: DeviceDatabase,
  read: (db: DeviceDatabase) => Promise<Result>,
  deps: unknown[],
  isStarting: boolean,
): { result: Result } | undefined {
  const [first, setFirst] = useState<{ result: Result; deps: unknown[] }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader says by `deps` when it reads something else
  useEffect(() => {
    if (!isStarting) return
    let isShown = true
    readAtStart(db, read, (result) => {
      if (isShown) setFirst({ result, deps })
    })
    return () => {
      isShown = false
    }
  }, [isStarting, ...deps])
  return first?.deps.every((it, at) => Object.is(it, deps[at])) ? first : undefined
}
