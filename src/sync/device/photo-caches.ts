/** The service worker's caches of shown pictures: many thumbnails, few full-size ones (AD-15). */
export const photoCaches = { thumb: 'codesoft-thumbs', full: 'codesoft-photos' } as const

/**
 * How many pictures each cache holds before the oldest are deleted: about 40 MB and 160 MB, one day's preparation. If
 * a full-size picture is gone, its thumbnail is still shown. A full device empties both caches (`make-room.ts`).
 */
export const photoCacheLimits = { thumb: 2000, full: 400 } as const

/** Empties the caches of shown pictures: when someone signs out, and when the device is full. */
export const forgetShownPhotos = async (): Promise<void> => {
  if (typeof caches === 'undefined') return
  await Promise.all(Object.values(photoCaches).map((name) => caches.delete(name)))
}

/** Deletes cached pictures that were fetched before a moment (ms), by their Date header. */
export const forgetOldPhotos = async (before: number): Promise<void> => {
  if (typeof caches === 'undefined') return
  for (const name of Object.values(photoCaches)) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const fetched = Date.parse((await cache.match(request))?.headers.get('Date') ?? '')
      if (fetched < before) await cache.delete(request)
    }
  }
}
