import type { Directory, Whose } from '../../db/directory.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'

/** A documented server gives the end of a session only inside its token (a JWT); ours sends it in a header. */
export function tokenEnd(token: string): number | null {
  const middle = token.split('.')[1]
  if (!middle || token.split('.').length !== 3) return null
  try {
    const facts: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
    const exp: unknown = typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'exp') : null
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    // Not a JWT but an opaque token with three parts, so its end is unknown.
    return null
  }
}

/** Deletes the directory's copy of a refused token. A newer one, from a sign-in in another tab, stays. */
export async function forgetToken(directory: Directory, userId: number, token: string): Promise<void> {
  await inRepeatableWrite(directory, [directory.people], async (directory) => {
    const person = await directory.people.get(userId)
    if (person?.token === token) await directory.people.update(userId, { token: null, tokenEndsAt: null })
  })
}

/**
 * The token to send for a person, or null if they must sign in, or if another town is at this address: it must get none
 * of their work (I14). `now` is corrected to the server's clock.
 */
export async function validToken(directory: Directory, whose: Whose, now: number): Promise<string | null> {
  const person = await directory.served(whose)
  if (!person?.token) return null
  return person.tokenEndsAt !== null && person.tokenEndsAt <= now ? null : person.token
}

/** Pauses sending until this person signs in, unless somebody has signed in while an old token was refused. */
export async function pauseWithoutToken(device: Device): Promise<void> {
  if ((await device.token()) === null) await device.db.setFact('paused', 'signIn')
}
