import { session as sessionCalls } from '../../contract/session.ts'
import { type Directory, isSamePerson } from '../../db/directory.ts'
import { forgetShownPhotos } from '../device/forget-photos.ts'
import { started } from '../device/start.ts'
import { ask } from '../transport/ask.ts'
import { wasOthers } from './last-gone.ts'
import { type Ask, entered, type SignInResult } from './sign-in.ts'

/** Opens the town's provider, which redirects back to this page; false without signal. */
export async function leaveForSingleSignOn(): Promise<boolean> {
  if (!(await isReachable(location.origin))) return false
  const { pathname, search } = location
  location.assign(`/api/sign-in/single?to=${encodeURIComponent(pathname + search)}`)
  return true
}

/**
 * Fetches the session that waits for this browser after the redirect. No password is known then. At a shared device the
 * next person gets no pictures that were shown to the one before, and begins at the dashboard (G-20), also if nothing of
 * that one is left.
 */
export async function signInSingle(directory: Directory, ask: Ask): Promise<SignInResult> {
  const before = await directory.current()
  const result = await entered(directory, ask, sessionCalls.signInSingle.path)
  if (result.kind !== 'signedIn' || isSamePerson(result.person, before)) return result
  if (!(await wasOthers(directory, result.person.userId))) return result
  await forgetShownPhotos()
  toDashboard()
  // The first screen was chosen by the address at the start. Once it is shown, the router follows the address.
  void started().then(() => {
    if (location.pathname === '/') toDashboard()
  })
  return result
}

const toDashboard = () => history.replaceState(history.state, '', '/')

/** Whether the server answers. Without signal the navigation would lose the page. */
const isReachable = (origin: string): Promise<boolean> =>
  ask(
    (request) => fetch(request),
    new Request(`${origin}/healthz`),
    10_000,
    async (answer) => answer.ok,
  ).then((isUp) => isUp ?? false)
