import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { newKey } from '../device/device.ts'

/*
 * A sign-out may still be completed, here or in another tab, when its person signs in again. The directory and the
 * person's database have no common transaction, so each sign-in leaves a mark in the database, and what completes the
 * sign-out compares it in every transaction that deletes.
 */

const signInFact = 'signIn'

/** Call it at each sign-in, after the directory names the person and before anything is read. */
export const markSignIn = (db: DeviceDatabase): Promise<void> => againIfAborted(() => db.setFact(signInFact, newKey()))

/** The mark of the last sign-in; null before there was one. */
export const signInMark = (db: DeviceDatabase): Promise<string | null> => db.fact<string | null>(signInFact, null)

/** The person has signed in again, so nothing of theirs may be deleted or sealed. */
export class SignedInAgain extends Error {
  override name = 'SignedInAgain'
}

/** Throws SignedInAgain, which undoes the transaction it runs in, if the person has signed in since. */
export async function assertStillOut(db: DeviceDatabase, mark: string | null): Promise<void> {
  if ((await signInMark(db)) !== mark) throw new SignedInAgain('Signed in again')
}
