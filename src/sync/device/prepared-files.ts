import type { DeviceDatabase, PackFiles } from '../../db/database.ts'
import { photoCaches, preparedCaches } from './photo-caches.ts'

/** Which of the two caches of prepared files. */
export type Size = keyof PackFiles

export const fileSizes: readonly Size[] = ['thumb', 'full']

/** A preparation leaves this much for the day's own photos (bytes): they would empty the caches to find room. */
const leftForWork = 100_000_000

/**
 * A file that is on this device; undefined if it is not, or in a browser without caches. One that was only shown
 * becomes a prepared one. Throws the storage's error if there is no room.
 */
export async function preparedFile(size: Size, path: string): Promise<Response | undefined> {
  if (typeof caches === 'undefined') return undefined
  const prepared = await caches.match(path, { cacheName: preparedCaches[size] })
  if (prepared) return prepared
  const shown = await caches.match(path, { cacheName: photoCaches[size] })
  if (!shown) return undefined
  await (await caches.open(preparedCaches[size])).put(path, shown.clone())
  await (await caches.open(photoCaches[size])).delete(path)
  return shown
}

/**
 * Keeps a prepared file; false in a browser without caches. Throws the storage's error if there is no room, also for
 * the day's own photos beside it.
 */
export async function keepPreparedFile(size: Size, path: string, bytes: ArrayBuffer, headers: HeadersInit) {
  if (typeof caches === 'undefined') return false
  const { usage = 0, quota = Number.POSITIVE_INFINITY } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  if (quota - usage - bytes.byteLength < leftForWork)
    throw new DOMException('No room beside the photos to be taken', 'QuotaExceededError')
  await (await caches.open(preparedCaches[size])).put(path, new Response(bytes, { headers }))
  return true
}

/** Deletes the prepared files that no part names any more. */
export async function forgetUnneededFiles(db: DeviceDatabase): Promise<void> {
  if (typeof caches === 'undefined') return
  const packs = await db.packs.toArray()
  for (const size of fileSizes) {
    const needed = new Set(packs.flatMap(({ files }) => files?.[size] ?? []))
    for (const path of await pathsIn(preparedCaches[size]))
      if (!needed.has(path)) await (await caches.open(preparedCaches[size])).delete(path)
  }
}

/** The paths of all files in a cache; a browser that deleted it whole has none. */
export async function pathsIn(cacheName: string): Promise<string[]> {
  if (!(await caches.has(cacheName))) return []
  return (await (await caches.open(cacheName)).keys()).map(({ url }) => new URL(url).pathname)
}
