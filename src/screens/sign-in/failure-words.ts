import type { SignInResult } from '../../sync/session/sign-in.ts'
import { deviceWord } from '../../ui/this-device.ts'

/** SE-07, SE-08; without signal the cause is added, because no server was asked. */
export const failureWords = (result: SignInResult): string | undefined => {
  switch (result.kind) {
    case 'signedIn':
      return undefined
    case 'wrong':
      return 'Incorrect email or password. Please try again.'
    case 'noSignal':
      return 'An error occurred. Please try again later. The server cannot be reached: signing in needs signal.'
    case 'told':
      return `An error occurred. Please try again later. ${result.words}`.trim()
    case 'wrongForSealed':
      return 'This password does not open the work that is sealed on this device. Nothing is lost: try again, or sign in with signal if the password was changed.'
    case 'noRoom':
      return `An error occurred. Please try again later. This ${deviceWord} is full: free some space. Nothing on it is lost.`
    case 'failed':
      return 'An error occurred. Please try again later.'
  }
}
