import { createContext, use, useSyncExternalStore } from 'react'
import type { Engine, Presence } from '../session/presence.ts'
import type { Session } from '../session/session.ts'

/** The page's session, provided once by the app. */
export const SessionContext = createContext<Session | null>(null)

/** The session of this page. */
export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('No session around this component')
  return session
}

/** Who is signed in at this device; follows sign-in and sign-out. */
export function usePresence(): Presence {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.snapshot)
}

/** Whether another town is at this address than the one that the person's work was saved for. */
export function useIsOtherTown(): boolean {
  const { person, town } = useEngine()
  return person.townId !== town.townId
}

/** The engine of the signed-in person. Only for components inside the signed-in app. */
export function useEngine(): Engine {
  const presence = usePresence()
  if (presence.state !== 'in') throw new Error('Nobody is signed in')
  return presence.engine
}
