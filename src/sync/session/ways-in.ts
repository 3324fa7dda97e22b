import type { Directory } from '../../db/directory.ts'
import type { SignInResult, Typed, Way } from './sign-in.ts'

/* The ways to sign in. Their code is loaded only if nobody is signed in, so no start waits for it. */

export const withPassword =
  (typed: Typed): Way =>
  async (directory, ask) =>
    (await import('./sign-in.ts')).signIn(directory, ask, typed)

export const bySingleSignOn: Way = async (directory, ask) =>
  (await import('./single-sign-on.ts')).signInSingle(directory, ask)

export const byPasskey: Way = async (directory, ask) => (await import('./passkey.ts')).signInWithPasskey(directory, ask)

/** Signs in by any way. If the code cannot be loaded, there is no signal and the code is not cached yet. */
export async function signInBy(directory: Directory, way: Way): Promise<SignInResult> {
  try {
    const { askingTown } = await import('./sign-in.ts')
    return await askingTown(directory, way)
  } catch (error) {
    if (error instanceof TypeError) return { kind: 'noSignal' }
    throw error
  }
}

/** Nobody is signed in: loads the code and asks for the town, so that a sign-in waits for neither. */
export async function prepareSignIn(directory: Directory): Promise<void> {
  const code = await Promise.all([import('../online/ask-town.ts'), import('./sign-in.ts')]).catch(() => null)
  await code?.[0].askTown(directory, (request) => fetch(request), location.origin)
}
