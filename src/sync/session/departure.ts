import { DeviceDatabase, databaseName } from '../../db/database.ts'
import type { Directory, Person } from '../../db/directory.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { purgeDrafts } from '../capture/purge.ts'
import { forgetShownPhotos } from '../device/photo-caches.ts'
import { leaveUnsent, unsentIn } from './leave.ts'
import { forgetOldRecords } from './old-records.ts'
import { sealedCopies } from './seal/pieces.ts'
import { type Sealing, type SealProgress, seal } from './seal/seal.ts'
import { forgetSealKey } from './seal/seal-key.ts'
import { mirrorUnsent } from './unsent-mirror.ts'

/** The person whose database is meant. */
type Whose = Pick<Person, 'userId' | 'townId'>

/** What happened to the unsent work at a sign-out. */
export type Departed = Sealing | 'notSealed'

/**
 * Completes a sign-out that is marked in the directory. Deletes everything of the person except unsent work, and seals
 * that if this device's settings say so.
 */
export async function depart(
  directory: Directory,
  whose: Whose,
  seals: boolean,
  progress?: SealProgress,
): Promise<Departed> {
  await forgetShownPhotos()
  const departed = await withDatabase(whose, async (db): Promise<Departed> => {
    await leaveUnsent(db)
    const sealing = seals ? await seal(db, whose.userId, Date.now(), progress) : 'notSealed'
    // It cannot be sealed later without its owner, because the key is deleted with the session.
    if (sealing !== 'failed') await forgetSealKey(db)
    return sealing
  })
  const isNothing = await withDatabase(whose, isEmptied)
  await inRepeatableWrite(directory, [directory.people], async (directory) => {
    const person = await directory.people.get(whose.userId)
    if (!person?.leaving) return
    const { leaving: _, ...rest } = person
    // A person with nothing left is removed from the directory.
    if (isNothing) await directory.people.delete(whose.userId)
    else await directory.people.put(rest)
  })
  return departed
}

async function isEmptied(db: DeviceDatabase): Promise<boolean> {
  const { entries, drafts, seconds } = await unsentIn(db)
  return entries + drafts + seconds + (await sealedCopies(db)).length === 0
}

/** Completes sign-outs that were interrupted by a kill. */
export async function finishDepartures(directory: Directory, seals: boolean): Promise<void> {
  for (const person of await directory.people.toArray())
    if (person.leaving) await depart(directory, person, seals || person.leaving === 'cleared')
}

/** Deletes a person's whole database including unsent work, as they confirmed. */
export async function deleteAll(directory: Directory, whose: Whose): Promise<void> {
  const db = new DeviceDatabase(databaseName(whose.townId, whose.userId))
  mirrorUnsent(db.name, { count: 0, keys: [] })
  await db.delete()
  await directory.people.delete(whose.userId)
  await forgetShownPhotos()
}

/** Deletes everybody's old records from this device. Nobody waits for it. `now`: the server's time. */
export async function forgetOldOfAll(directory: Directory, now: number, days: number): Promise<void> {
  for (const person of await directory.people.toArray())
    await withDatabase(person, async (db) => {
      await purgeDrafts(db, now)
      await forgetOldRecords(db, now, days)
    })
}

async function withDatabase<Result>(
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
