import { keepPreparedFile, preparedFile } from './prepared-files.ts'

/**
 * Whole PDF files, cached by *Prepare* beside the full-size pictures and under the same names, so that the service
 * worker answers with them and they are deleted with the pictures (sign-out, full device).
 */

/** The size in bytes of a cached file; null if it is not cached, or if this browser has no caches. */
export async function keptPaperSize(path: string): Promise<number | null> {
  const kept = await preparedFile('full', path)
  return kept ? (await kept.blob()).size : null
}

/** Whether it could be cached: not in a browser without caches, nor on a full device. */
export async function keepPaper(path: string, bytes: ArrayBuffer, now: number): Promise<boolean> {
  const headers = { 'Content-Type': 'application/pdf', Date: new Date(now).toUTCString() }
  try {
    return await keepPreparedFile('full', path, bytes, headers)
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
