import { photoCaches } from './photo-caches.ts'

/**
 * Whole PDF files, cached by *Prepare* beside the full-size pictures and under the same names, so that the service
 * worker answers with them and they are deleted with the pictures (sign-out, full device).
 */
const cacheName = photoCaches.full

/** The size in bytes of a cached file; null if it is not cached, or if this browser has no caches. */
export async function keptPaperSize(path: string): Promise<number | null> {
  if (typeof caches === 'undefined') return null
  const kept = await caches.match(path, { cacheName })
  return kept ? (await kept.blob()).size : null
}

/** Whether it could be cached: not in a browser without caches, nor on a full device. */
export async function keepPaper(path: string, bytes: ArrayBuffer, now: number): Promise<boolean> {
  if (typeof caches === 'undefined') return false
  const headers = { 'Content-Type': 'application/pdf', Date: new Date(now).toUTCString() }
  try {
    await (await caches.open(cacheName)).put(path, new Response(bytes, { headers }))
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
