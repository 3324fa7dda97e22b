/** Where the service worker keeps pictures that were shown: thumbnails many, full size few (AD-15). */
export const photoCaches = { thumb: 'codesoft-thumbs', full: 'codesoft-photos' } as const

/**
 * How many pictures each cache holds before the oldest go: about 40 MB and 160 MB, a day's preparation. When a
 * full-size picture is gone, its thumbnail is still shown; a full device empties both caches (`make-room.ts`).
 */
export const photoCacheLimits = { thumb: 2000, full: 400 } as const

/** Everything that the service worker obeys when a page posts it. */
export const workerMessages = {
  /** The user has agreed to the update. */
  activate: 'SKIP_WAITING',
  /** Take the service worker and its caches away; records and unsent work stay. */
  kill: 'codesoft-kill',
  /** This browser may need the page's own way to shrink photos: keep its code for the time without signal. */
  keepShrinker: 'codesoft-keep-shrinker',
  /** Notices are made here too: keep what writes documents for the time without signal. */
  keepLetters: 'codesoft-keep-letters',
} as const

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
