import type { Directory } from '../../db/directory.ts'
import { inTransaction } from '../../db/in-transaction.ts'

/*
 * The end of a session as the directory keeps it, for the page and the service worker.
 */

/**
 * What becomes of a person's data on this device when they sign out; unsent work stays, but for `delete`. `cleared`: by
 * the office.
 */
export type Leaving = 'takeAway' | 'keep' | 'delete' | 'cleared'

/** Nobody is at this device any more. Answers the token of who was. */
export async function endSession(directory: Directory, how: Leaving): Promise<string | null> {
  const person = await directory.current()
  // What is still to be done after the sign-out, until it is done.
  const leaving = how === 'cleared' ? how : how === 'takeAway' || undefined
  await inTransaction(directory, 'rw', [directory.people, directory.now], async (directory) => {
    const ended = { token: null, tokenEndsAt: null, ...(leaving ? { leaving } : {}) }
    if (person) await directory.people.update(person.userId, ended)
    await directory.now.delete('current')
    if (how === 'cleared') await directory.now.put({ name: clearedFact, value: true })
  })
  return person?.token ?? null
}

/**
 * Whether the office's order to clear this device still holds: it came with the refusal of `token`, and the person has not
 * signed in again since.
 */
export async function isStillToClear(directory: Directory, userId: number, token: string): Promise<boolean> {
  const person = await directory.current()
  return person?.userId === userId && (person.token === null || person.token === token)
}

/** The fact that is kept until somebody signs in here: the sign-in screen says why nobody is. */
const clearedFact = 'clearedByOffice'

/** Whether the office has signed out who was here last. */
export const isClearedByOffice = async ({ now }: Directory): Promise<boolean> =>
  (await now.get(clearedFact)) !== undefined

/** Somebody has signed in. Runs in a transaction over `now`. */
export const forgetClearing = ({ now }: Pick<Directory, 'now'>): Promise<void> => now.delete(clearedFact)
