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
