import type { Config } from './config.ts'
import { Refused } from './errors.ts'

/**
 * Throws 409 where the town's provider alone lets people in, but for one account (`PASSWORDS_ONLY_FOR`): whoever leaves
 * the provider must not come in by a password or a passkey.
 */
export const assertWayIn = (
  way: 'Passwords' | 'Passkeys',
  email: string,
  { passwordsOnlyFor, singleSignOn }: Pick<Config, 'passwordsOnlyFor' | 'singleSignOn'>,
): void => {
  if (passwordsOnlyFor === null || email.toLowerCase() === passwordsOnlyFor) return
  const label = singleSignOn?.label ?? 'your work account'
  throw new Refused(409, `${way} are switched off here. Sign in with ${label}.`)
}
