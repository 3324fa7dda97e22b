import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { Directory } from '../../db/directory.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'

/* The end of a session in the directory, for the page and the service worker. */

/**
 * What happens to a person's data on this device at sign-out. Unsent work stays, except with `delete`. `cleared`: by
 * the office.
 */
export type Leaving = 'takeAway' | 'keep' | 'delete' | 'cleared'

/** What is still to be done after a sign-out. The mark stays until it is done. */
const marks = { takeAway: true, keep: undefined, delete: 'delete', cleared: 'cleared' } as const

/**
 * Signs a person out of this device and returns their token. Does nothing if they are not signed in any more: another
 * tab may have signed them out, and somebody else in.
 */
export async function endSession(directory: Directory, how: Leaving, userId: number): Promise<string | null> {
  const leaving = marks[how]
  return inRepeatableWrite(directory, [directory.people, directory.now], async (directory) => {
    const current = await directory.now.get('current')
    if (current?.value !== userId) return null
    const person = await directory.people.get(userId)
    const ended = { token: null, tokenEndsAt: null, ...(leaving ? { leaving } : {}) }
    await directory.people.update(userId, ended)
    await directory.now.delete('current')
    if (how === 'cleared') await directory.now.put({ name: clearedFact, value: true })
    return person?.token ?? null
  })
}

/**
 * Whether the office's order to clear this device still applies. It came with the refusal of `token`, and a new
 * sign-in of the person cancels it.
 */
export async function isStillToClear(directory: Directory, userId: number, token: string): Promise<boolean> {
  const person = await directory.current()
  return person?.userId === userId && (person.token === null || person.token === token)
}

/** The fact stays until somebody signs in here, so that the sign-in screen can say why nobody is signed in. */
const clearedFact = 'clearedByOffice'

/** Whether the office signed out the last person. */
export const isClearedByOffice = async ({ now }: Directory): Promise<boolean> =>
  (await againIfAborted(() => now.get(clearedFact))) !== undefined

/** Call it when somebody signs in. Runs in a transaction over `now`. */
export const forgetClearing = ({ now }: Pick<Directory, 'now'>): Promise<void> => now.delete(clearedFact)
