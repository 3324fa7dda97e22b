/*
 * First frames are in localStorage, which a worker cannot reach. So when the background worker ends a session by the
 * office's order, it leaves this mark, and the service worker answers with a page that paints no frame, until somebody
 * has signed in again. By then the page has deleted the frames.
 */

const clearedMark = 'codesoft-cleared'

/** From now on no frame is painted on this device. */
export const markCleared = async (): Promise<void> => {
  if (typeof caches !== 'undefined') await caches.open(clearedMark)
}

/** Whether a frame on this device may be of a person whom the office has signed out. */
export const isMarkedCleared = (): Promise<boolean> => caches.has(clearedMark)

/** Call it only after `beHere`, which deletes the frames of anybody else. */
export const forgetClearedMark = async (): Promise<void> => {
  if (typeof caches !== 'undefined') await caches.delete(clearedMark)
}
