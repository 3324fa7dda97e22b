import type { DeviceDatabase } from '../../db/database.ts'
import { CallError } from '../transport/problem.ts'

/** Throws CallError if the person has signed out since. In the transaction that writes, this undoes the write. */
export type StillIn = (db: DeviceDatabase) => Promise<void>

/** A sign-out counts `wiped` up. A deletion takes the mark of the last sign-in along with the whole database. */
const marks = { wiped: 0, signIn: '' }

/** Call it before a download: its check notices a sign-out that empties this device meanwhile, also in another tab. */
export async function stillIn(db: DeviceDatabase): Promise<StillIn> {
  const { wiped, signIn } = await db.facts(marks)
  return async (db) => {
    const now = await db.facts(marks)
    if (now.wiped !== wiped || (signIn && !now.signIn)) throw new CallError({ kind: 'signedOut' })
  }
}

/**
 * Fetches a file into a cache. A cache has no transaction together with the database, so the file is taken out again
 * if the person has signed out meanwhile.
 */
export async function cachedWhileIn<Result>(
  check: () => Promise<void>,
  { cacheName, path }: { cacheName: string; path: string },
  fetchFile: () => Promise<Result>,
): Promise<Result> {
  await check()
  const result = await fetchFile()
  try {
    await check()
  } catch (error) {
    if (typeof caches !== 'undefined') await (await caches.open(cacheName)).delete(path)
    throw error
  }
  return result
}
