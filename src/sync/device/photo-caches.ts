import { pictureCaches } from './forget-photos.ts'

const [thumb, full, dayThumb, dayFull] = pictureCaches

/** The service worker's caches of shown pictures: many thumbnails, few full-size ones (AD-15). */
export const photoCaches = { thumb, full } as const

/** What *Prepare* has fetched. However many pictures are shown, none of these is deleted for them. */
export const preparedCaches = { thumb: dayThumb, full: dayFull } as const

/**
 * How many shown pictures each cache holds before the oldest are deleted: about 40 MB and 160 MB. If a full-size
 * picture is gone, its thumbnail is still shown. A full device empties all caches (`make-room.ts`).
 */
export const photoCacheLimits = { thumb: 2000, full: 400 } as const
