import { personOf, setAside } from '../../db/aside.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { withDirectoryRoom } from '../device/directory-room.ts'
import { hereName } from '../device/frames.ts'
import { read, write } from '../device/local-storage.ts'
import { forgetToken } from '../transport/token.ts'
import { endSession, forgetClearing, type Leaving } from './session-end.ts'

/*
 * The person signed in at this device, as stored here. This module never asks the server, so the first screen does not
 * load the code for that; the sign-in does.
 */

/** Where the specification stores the token (SE-02). The directory has a copy for the service worker. */
const tokenName = 'codesoft-token'

/** Stores who is signed in at this device. */
export async function rememberPerson(directory: Directory, person: Person): Promise<void> {
  await inRepeatableWrite(directory, [directory.people, directory.now], async (directory) => {
    // A sign-in cancels a sign-out that is not completed. A deletion that they confirmed is completed first.
    const { leaving: _, ...signedIn } = person
    const isToDelete = (await personOf(directory, person))?.leaving === 'delete'
    const isOther = await setAside(directory, person)
    await directory.people.put(isToDelete ? { ...signedIn, leaving: 'delete' } : signedIn)
    // A person whose session has ended is still signed in here, so their time here goes on.
    const before = await directory.now.get('current')
    if (isOther || before?.value !== person.userId) await directory.now.put({ name: 'since', value: Date.now() })
    await directory.now.put({ name: 'current', value: person.userId })
    await forgetClearing(directory)
  })
  keepToken(person.token)
}

/**
 * Ends the session at this device, at once and without asking the server; unsent work stays (SE-06, G-05). `how` says
 * what is deleted next, or at the next start after a kill. Returns the token, so that the server can be told.
 */
export async function signOut(directory: Directory, how: Leaving, userId: number): Promise<string | null> {
  const token = await withDirectoryRoom(() => endSession(directory, how, userId))
  keepToken(null)
  return token
}

/**
 * Puts the directory's token back where the specification stores it (SE-02): a killed browser may not have written it.
 */
export function keepTokenOf(person: Person): void {
  keepToken(person.token)
}

/** A server refused the token. Both copies are deleted; the person stays signed in here and works on (SE-05). */
export async function dropToken(directory: Directory, userId: number, token: string): Promise<void> {
  await forgetToken(directory, userId, token)
  if (read(tokenName) === token) keepToken(null)
}

const keepToken = (token: string | null): void => write(tokenName, token)

/**
 * Calls back when another tab of this browser may have signed somebody in or out. The token does not tell of a sign-out
 * after the session has ended, nor does a page in the back cache hear anything.
 */
export function onSignedElsewhere(told: () => void): void {
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === null || key === tokenName || key === hereName) told()
  })
  globalThis.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) told()
  })
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') told()
  })
}
