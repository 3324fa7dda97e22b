import type { PreviewSize } from '../../rules/preview.ts'
import { keepPreviews } from './keep-previews.ts'
import { photoCaches } from './photo-caches.ts'

/** A drawn page. It is cached with the shown pictures, so it is deleted with them (sign-out, full device). */
export interface KeptPreview {
  picture: Blob
  pages: number
}

const pagesHeader = 'X-Pages'

/**
 * Asks the service worker to cache the code that draws previews, for use without signal. The worker may be active before
 * it controls this page.
 */
export const keepPreviewCode = (): void =>
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage(keepPreviews))

/** Null if it was not drawn before, or if this browser has no caches. */
export async function keptPreview(name: string, size: PreviewSize): Promise<KeptPreview | null> {
  if (typeof caches === 'undefined') return null
  const kept = await caches.match(name, { cacheName: photoCaches[size] })
  return kept ? { picture: await kept.blob(), pages: Number(kept.headers.get(pagesHeader)) } : null
}

/** A full device caches nothing. That does no harm: the page is drawn again. */
export async function keepPreview(name: string, size: PreviewSize, { picture, pages }: KeptPreview): Promise<void> {
  if (typeof caches === 'undefined') return
  const headers = { 'Content-Type': picture.type, Date: new Date().toUTCString(), [pagesHeader]: String(pages) }
  try {
    await (await caches.open(photoCaches[size])).put(name, new Response(picture, { headers }))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
