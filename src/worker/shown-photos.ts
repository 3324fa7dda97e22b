import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { isWorthKeeping, photoSizeOf } from '../sync/device/kept-photo.ts'
import { photoCacheLimits, photoCaches } from '../sync/device/photo-caches.ts'

/** Whether this is a picture of ours to show again without signal (AD-15). Downloads and parts of a video are not. */
export const isKeptPhoto: RouteMatchCallback = ({ url, request, sameOrigin }) =>
  sameOrigin &&
  request.method === 'GET' &&
  (url.pathname.startsWith('/files/') || url.pathname.startsWith('/api/files/')) &&
  // '' is the page that prepares for the field: it fetches thumbnails before anybody looks at them.
  (request.destination === 'image' || (request.destination === '' && url.pathname.startsWith('/api/files/'))) &&
  !url.searchParams.has('download') &&
  !request.headers.has('range')

/** The cached picture, else the server's, which is then cached. */
export const keptPhoto: RouteHandlerCallback = async ({ url, request, event }) => {
  const size = photoSizeOf(url)
  const cache = await caches.open(photoCaches[size])
  const name = url.pathname
  const kept = await cache.match(name)
  if (kept) return kept
  const answer = await fetch(request)
  if (isWorthKeeping(answer)) {
    // A full device caches nothing more, which does no harm.
    const keeping = keep(cache, name, answer.clone(), size).catch(() => undefined)
    // Showing the picture does not wait for it. The preparation does, because it asks the cache afterwards.
    if (request.destination === '') await keeping
    else event.waitUntil(keeping)
  }
  return answer
}

/** How many of the oldest are deleted at once, so that the whole list is rarely read. */
const trimStep = 20

const sinceTrim = { thumb: 0, full: 0 }

const keep = async (cache: Cache, name: string, answer: Response, size: keyof typeof photoCaches): Promise<void> => {
  await cache.put(name, answer)
  sinceTrim[size] += 1
  if (sinceTrim[size] < trimStep) return
  sinceTrim[size] = 0
  const names = await cache.keys()
  const surplus = names.slice(0, Math.max(0, names.length - photoCacheLimits[size]))
  await Promise.all(surplus.map((old) => cache.delete(old)))
}
