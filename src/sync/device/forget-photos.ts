/** All caches of pictures and PDF files. Those of a prepared day have `day` in their names (`photo-caches.ts`). */
export const pictureCaches = [
  'codesoft-thumbs',
  'codesoft-photos',
  'codesoft-day-thumbs',
  'codesoft-day-photos',
] as const

/** Deletes them: when someone signs out, and when the device is full. */
export const forgetShownPhotos = async (): Promise<void> => {
  if (typeof caches === 'undefined') return
  await Promise.all(pictureCaches.map((name) => caches.delete(name)))
}
