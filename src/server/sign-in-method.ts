import type { Config } from './config.ts'
import { Refused } from './errors.ts'

/**
 * Throws 409 where people sign in only at the town's identity provider; one account is excepted (`PASSWORDS_ONLY_FOR`).
 * A person who was removed at the provider must not sign in with a password or a passkey.
 */
export const assertSignInMethod = (
  way: 'Passwords' | 'Passkeys',
  email: string,
  { passwordsOnlyFor, singleSignOn }: Pick<Config, 'passwordsOnlyFor' | 'singleSignOn'>,
): void => {
  if (passwordsOnlyFor === null || email.toLowerCase() === passwordsOnlyFor) return
  const label = singleSignOn?.label ?? 'your work account'
  throw new Refused(409, `${way} are switched off here. Sign in with ${label}.`)
}
