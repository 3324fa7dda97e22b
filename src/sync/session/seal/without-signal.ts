import type { Directory, Person } from '../../../db/directory.ts'
import { unlessFull } from '../../../db/storage-error.ts'
import { withDirectoryRoom } from '../../device/directory-room.ts'
import type { Town } from '../../online/town.ts'
import { rememberPerson } from '../person-here.ts'
import type { SignInResult, Typed } from '../sign-in.ts'
import { personBySeal } from './arrive.ts'

/**
 * Without signal the password is tried on this person's sealed work. If it opens it, the person is signed in on this
 * device without a token, so nothing is sent yet. Otherwise returns why the sign-in failed.
 */
export async function personWithoutSignal(
  directory: Directory,
  town: Town,
  { email, password }: Typed,
): Promise<Person | Extract<SignInResult, { kind: 'noSignal' | 'wrongForSealed' | 'noRoom' }>> {
  const known = await personBySeal(directory, town.townId, email, password)
  if (known === null) return { kind: 'noSignal' }
  if (known === 'wrong') return { kind: 'wrongForSealed' }
  const { leaving: _, ...rest } = known
  const person: Person = { ...rest, token: null, tokenEndsAt: null }
  return unlessFull(async () => {
    await withDirectoryRoom(() => rememberPerson(directory, person))
    return person
  })
}
