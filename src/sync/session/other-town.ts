import { everybody } from '../../db/aside.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { withDatabase } from './departure.ts'
import { unsentIn } from './leave.ts'
import { rescueCopy } from './rescue.ts'
import { sealedCopies } from './seal/pieces.ts'

/*
 * Unsent work of another town that was at this address before, for example the demo town of a trial. Its records have
 * the same numbers as those of this town, so its work is never sent here (I14). It stays on the device until its town is
 * back, and until then it can be copied.
 */

/** A person of another town, and how much of their unsent work is on this device. */
export interface OtherTownWork {
  person: Person
  entries: number
  /** Sealed at a sign-out. Only its owner can open it, signed in to its town. */
  sealed: number
}

/** All unsent work on this device that is not of this town. */
export async function otherTownWork(directory: Directory, townId: string): Promise<OtherTownWork[]> {
  const found: OtherTownWork[] = []
  for (const person of await everybody(directory)) {
    if (person.townId === townId) continue
    const work = await withDatabase(person, async (db) => ({
      entries: (await unsentIn(db)).entries,
      sealed: (await sealedCopies(db)).reduce((sum, it) => sum + it.entries, 0),
    }))
    if (work.entries + work.sealed > 0) found.push({ person, ...work })
  }
  return found
}

/** The unsent work of a person of another town as one file, which a device in that town can open. */
export const otherTownCopy = (person: Person): Promise<Blob> =>
  withDatabase(person, (db) => rescueCopy({ db, userId: person.userId, now: () => Date.now() }))
