import type { Config } from './config.ts'
import { Refused } from './errors.ts'

/** Tells whether this person may sign in without the town's identity provider. */
export const mayHavePassword = (email: string, { passwordsOnlyFor }: Pick<Config, 'passwordsOnlyFor'>): boolean =>
  passwordsOnlyFor === null || email.toLowerCase() === passwordsOnlyFor

/**
 * Throws 409 where people sign in only at the town's identity provider; one account is excepted (`PASSWORDS_ONLY_FOR`).
 * A person who was removed at the provider must not sign in with a password or a passkey.
 */
export const assertSignInMethod = (
  way: 'Passwords' | 'Passkeys',
  email: string,
  config: Pick<Config, 'passwordsOnlyFor' | 'singleSignOn'>,
): void => {
  if (mayHavePassword(email, config)) return
  const label = config.singleSignOn?.label ?? 'your work account'
  throw new Refused(409, `${way} are switched off here. Sign in with ${label}.`)
}
