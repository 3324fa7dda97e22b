import { useLiveQuery } from 'dexie-react-hooks'
import type { SignInMethods } from '../../contract/session.ts'
import type { Town } from '../online/town.ts'
import { useSession } from './engine.ts'

/** The town as last received by this device, for use while nobody is signed in; undefined before it is known. */
export function useKnownTown(): Town | undefined {
  const session = useSession()
  return useLiveQuery(() => session.town(), [session]) ?? undefined
}

/** Ways to sign in to this town other than email and password; null if there are none. */
export const useSignInMethods = (): SignInMethods | null => useKnownTown()?.waysIn ?? null
