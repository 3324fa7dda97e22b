import { RouterProvider } from '@tanstack/react-router'
import { Component, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { SessionContext, usePresence } from '../sync/react/engine.ts'
import { StatusProvider } from '../sync/react/hooks.ts'
import { UserProvider } from '../sync/react/live.ts'
import { DuplicatesProvider } from '../sync/react/possible-duplicates.ts'
import type { Session } from '../sync/session/session.ts'
import { closeQuestion } from '../ui/confirm.tsx'
import { fetched } from '../ui/fetched.tsx'
import { closeMessages } from '../ui/toast.tsx'
import { Bones } from './bones.tsx'
import { JustSignedIn } from './just-signed-in.ts'
import { ErrorScreen, router } from './routes.tsx'

/** The code of the sign-in screen; the start loads it as soon as it is known that nobody is signed in. */
export const signInCode = () => import('../screens/sign-in/sign-in-screen.tsx')
const SignInScreen = fetched(async () => (await signInCode()).SignInScreen)
const LeavingScreen = fetched(async () => (await signInCode()).LeavingScreen)
const NoStorageScreen = fetched(async () => (await import('./no-storage-screen.tsx')).NoStorageScreen)

/** The whole app around one session. */
export function App({ session }: { session: Session }) {
  return (
    <LastResort>
      <SessionContext value={session}>
        <Gate />
      </SessionContext>
    </LastResort>
  )
}

/** While signed out there is only the sign-in screen (SH-12, SH-15). */
function Gate() {
  const presence = usePresence()
  const justSignedIn = useRef(false)
  useEffect(() => {
    if (presence.state === 'signedOut') justSignedIn.current = true
  }, [presence.state])
  const owner = presence.state === 'in' ? presence.engine.device.db.name : null
  useFreshStart(owner)
  if (presence.state === 'opening') return <Bones />
  if (presence.state === 'failed') return <NoStorageScreen error={presence.error} />
  if (presence.state === 'signedOut') return <SignInScreen said={presence.said} byOffice={presence.byOffice} />
  if (presence.state === 'leaving') return <LeavingScreen sealed={presence.sealed} />
  return (
    <UserProvider key={owner}>
      <StatusProvider>
        <DuplicatesProvider>
          <JustSignedIn value={justSignedIn}>
            <RouterProvider router={router} />
          </JustSignedIn>
        </DuplicatesProvider>
      </StatusProvider>
    </UserProvider>
  )
}

const closeAll = () => {
  closeQuestion()
  closeMessages()
}

/**
 * The next person gets no question and no message of the person before, and begins at the dashboard (G-20). `owner`: the
 * name of the person's database, which differs for the same number in another town.
 */
function useFreshStart(owner: string | null) {
  const last = useRef(owner)
  useLayoutEffect(() => {
    if (owner === null) return
    if (last.current !== null && last.current !== owner) {
      // A failure may have been told since the other person left.
      closeAll()
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true })
    }
    last.current = owner
    return closeAll
  }, [owner])
}

/** Catches errors outside the screens, where the router's own boundary does not reach. */
class LastResort extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <main style={{ padding: 'var(--gutter)' }}>
        <ErrorScreen error={this.state.error} />
      </main>
    )
  }
}
