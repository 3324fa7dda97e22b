import { session as sessionCalls } from '../../contract/session.ts'
import type { Directory } from '../../db/directory.ts'
import { ask } from '../transport/ask.ts'
import { type Ask, entered, type SignInResult } from './sign-in.ts'

/** Opens the town's provider, which redirects back to this page; false without signal. */
export async function leaveForSingleSignOn(): Promise<boolean> {
  if (!(await isReachable(location.origin))) return false
  const { pathname, search } = location
  location.assign(`/api/sign-in/single?to=${encodeURIComponent(pathname + search)}`)
  return true
}

/** Fetches the session that waits for this browser after the redirect. No password is known then. */
export function signInSingle(directory: Directory, ask: Ask): Promise<SignInResult> {
  return entered(directory, ask, sessionCalls.signInSingle.path)
}

/** Whether the server answers. Without signal the navigation would lose the page. */
const isReachable = (origin: string): Promise<boolean> =>
  ask(
    (request) => fetch(request),
    new Request(`${origin}/healthz`),
    10_000,
    async (answer) => answer.ok,
  ).then((isUp) => isUp ?? false)
