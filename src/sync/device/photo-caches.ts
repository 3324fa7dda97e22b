/** Where the service worker keeps pictures that were shown: thumbnails many, full size few (AD-15). */
export const photoCaches = { thumb: 'codesoft-thumbs', full: 'codesoft-photos' } as const

/**
 * How many pictures each cache holds before the oldest go: about 40 MB and 160 MB, a day's preparation. When a
 * full-size picture is gone, its thumbnail is still shown; a full device empties both caches (`make-room.ts`).
 */
export const photoCacheLimits = { thumb: 2000, full: 400 } as const

/** Empties the caches of shown pictures: when someone signs out, and when the device is full. */
export const forgetShownPhotos = async (): Promise<void> => {
  if (typeof caches === 'undefined') return
  await Promise.all(Object.values(photoCaches).map((name) => caches.delete(name)))
}

/** Takes pictures out of these caches that were fetched before a moment (ms), by the date that came with them. */
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
