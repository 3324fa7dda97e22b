import { everybody, keepPerson, personOf } from '../../db/aside.ts'
import { DeviceDatabase, databaseName } from '../../db/database.ts'
import type { Directory, Whose } from '../../db/directory.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { dayMs } from '../../rules/dates.ts'
import { purge, purgeDrafts } from '../capture/purge.ts'
import { forgetShownPhotos } from '../device/forget-photos.ts'
import { removePerson } from './last-gone.ts'
import { leaveUnsent, unsentIn } from './leave.ts'
import { forgetOldRecords } from './old-records.ts'
import { dropLeftFiles } from './rescue-photos.ts'
import { sealedCopies } from './seal/pieces.ts'
import { type Sealing, type SealProgress, seal } from './seal/seal.ts'
import { forgetSealKey } from './seal/seal-key.ts'
import { assertStillOut, SignedInAgain, signInMark } from './sign-in-mark.ts'
import { mirrorUnsent } from './unsent-mirror.ts'

/** What happened to the unsent work at a sign-out. */
export type Departed = Sealing | 'notSealed'

/**
 * Completes a sign-out that is marked in the directory. Deletes everything of the person except unsent work, and seals
 * that if this device's settings say so. Stops where it is if the person signs in again meanwhile.
 */
export async function depart(
  directory: Directory,
  whose: Whose,
  seals: boolean,
  progress?: SealProgress,
): Promise<Departed> {
  await forgetShownPhotos()
  const departed = await withDatabase(whose, async (db): Promise<Departed> => {
    const mark = await signInMark(db)
    // Read after the mark: a sign-in from here on changes the mark.
    if (!(await personOf(directory, whose))?.leaving) return 'notSealed'
    const check = (db: DeviceDatabase) => assertStillOut(db, mark)
    try {
      await leaveUnsent(db, check)
      // A preparation in another tab may have kept some more until here; from here on it keeps none.
      await forgetShownPhotos()
      const sealing = seals ? await seal(db, whose.userId, Date.now(), { progress, check }) : 'notSealed'
      // It cannot be sealed later without its owner, because the key is deleted with the session.
      if (sealing !== 'failed')
        await inRepeatableWrite(db, [db.meta], async (db) => {
          await check(db)
          await forgetSealKey(db)
        })
      return sealing
    } catch (error) {
      if (!(error instanceof SignedInAgain)) throw error
      return 'notSealed'
    }
  })
  const isNothing = await withDatabase(whose, isEmptied)
  await inRepeatableWrite(directory, [directory.people, directory.now], async (directory) => {
    const person = await personOf(directory, whose)
    // A sign-in removes the mark.
    if (!person?.leaving) return
    const { leaving: _, ...rest } = person
    // A person with nothing left is removed from the directory.
    if (isNothing) await removePerson(directory, whose)
    else await keepPerson(directory, rest)
  })
  return departed
}

async function isEmptied(db: DeviceDatabase): Promise<boolean> {
  const { entries, drafts, seconds } = await unsentIn(db)
  return entries + drafts + seconds + (await sealedCopies(db)).length === 0
}

/** Completes sign-outs that were interrupted by a kill. */
export async function finishDepartures(directory: Directory, seals: boolean): Promise<void> {
  const leaving = (await everybody(directory)).filter((it) => it.leaving)
  // A deletion is short. Sealing may take long.
  for (const person of leaving) if (person.leaving === 'delete') await deleteAll(directory, person)
  for (const person of leaving)
    if (person.leaving !== 'delete') await depart(directory, person, seals || person.leaving === 'cleared')
}

/**
 * Deletes a person's whole database including unsent work, as they confirmed. If they have signed in again before it
 * was finished, they stay signed in.
 */
export async function deleteAll(directory: Directory, whose: Whose): Promise<void> {
  const db = new DeviceDatabase(databaseName(whose.townId, whose.userId))
  await db.delete()
  mirrorUnsent(db.name, { count: 0, keys: [] })
  await inRepeatableWrite(directory, [directory.people, directory.now], async (directory) => {
    const person = await personOf(directory, whose)
    const current = await directory.now.get('current')
    if (!person) return
    const { leaving: _, ...rest } = person
    const row = await directory.people.get(whose.userId)
    if (current?.value === whose.userId && row?.townId === whose.townId) await keepPerson(directory, rest)
    else await removePerson(directory, whose)
  })
  await forgetShownPhotos()
}

/**
 * Deletes everybody's old records and photo bytes, and what an import left, from this device. Nobody waits for it. `now`:
 * the server's time.
 */
export async function forgetOldOfAll(directory: Directory, now: number, days: number): Promise<void> {
  for (const person of await everybody(directory))
    await withDatabase(person, async (db) => {
      await purge(db, now)
      await purgeDrafts(db, now)
      // An import that another tab began today may still be at work.
      await dropLeftFiles(db, Date.now() - dayMs)
      await forgetOldRecords(db, now, days)
    })
}

/** Opens a person's database for a task. */
export async function withDatabase<Result>(
  { townId, userId }: Whose,
  use: (db: DeviceDatabase) => Promise<Result>,
): Promise<Result> {
  const db = new DeviceDatabase(databaseName(townId, userId))
  try {
    await db.open()
    return await use(db)
  } finally {
    db.close()
  }
}
