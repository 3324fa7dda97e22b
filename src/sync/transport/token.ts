import type { Directory } from '../../db/directory.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Device } from '../device/device.ts'

/** A documented server names the end of a session only inside its token (a JWT); ours names it in the answer. */
export function tokenEnd(token: string): number | null {
  const middle = token.split('.')[1]
  if (!middle || token.split('.').length !== 3) return null
  try {
    const facts: unknown = JSON.parse(atob(middle.replaceAll('-', '+').replaceAll('_', '/')))
    const exp: unknown = typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'exp') : null
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    // Not a JWT but an opaque token with three parts: its end is unknown.
    return null
  }
}

/** The directory's copy of a refused token goes; a newer one, of a sign-in in another tab, stays. */
export async function forgetToken(directory: Directory, userId: number, token: string): Promise<void> {
  await inTransaction(directory, 'rw', [directory.people], async (directory) => {
    const person = await directory.people.get(userId)
    if (person?.token === token) await directory.people.update(userId, { token: null, tokenEndsAt: null })
  })
}

/** The token to send for a person, or null when they must sign in; `now` corrected to the server's clock. */
export async function validToken(directory: Directory, userId: number, now: number): Promise<string | null> {
  const person = await directory.people.get(userId)
  if (!person?.token) return null
  return person.tokenEndsAt !== null && person.tokenEndsAt <= now ? null : person.token
}

/** Says that nothing leaves until this person signs in; not when somebody has, while an old token was being refused. */
export async function pauseWithoutToken(device: Device): Promise<void> {
  if ((await device.token()) === null) await device.db.setFact('paused', 'signIn')
}
