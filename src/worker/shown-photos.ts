import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { isWorthKeeping, photoSizeOf } from '../sync/device/kept-photo.ts'
import { photoCacheLimits, photoCaches, preparedCaches } from '../sync/device/photo-caches.ts'

/** Whether this is a picture of ours to show again without signal (AD-15). Downloads and parts of a video are not. */
export const isKeptPhoto: RouteMatchCallback = ({ url, request, sameOrigin }) =>
  sameOrigin &&
  request.method === 'GET' &&
  /^\/(api\/)?files\//.test(url.pathname) &&
  // '' is the page itself: it prepares for the field, draws previews and writes letters.
  (request.destination === 'image' || (request.destination === '' && url.pathname.startsWith('/api/'))) &&
  !url.searchParams.has('download') &&
  !request.headers.has('range')

/** The cached picture, else the server's, which is then cached. */
export const keptPhoto: RouteHandlerCallback = async ({ url, request, event }) => {
  const size = photoSizeOf(url)
  const name = url.pathname
  const cache = await caches.open(photoCaches[size])
  const kept = (await caches.match(name, { cacheName: preparedCaches[size] })) ?? (await cache.match(name))
  if (kept) return kept
  const answer = await fetch(request)
  // The preparation keeps what it fetches itself. A full device caches nothing more, which does no harm.
  if (request.cache !== 'no-store' && isWorthKeeping(answer))
    event.waitUntil(keep(cache, name, answer.clone(), size).catch(() => undefined))
  return answer
}

/** How many of the oldest are deleted at once, so that the whole list is rarely read. */
const trimStep = 20

/** How many this life of the worker has kept. Browsers end an idle one after seconds, so its first picture trims, too. */
const keptNow = { thumb: 0, full: 0 }

const keep = async (cache: Cache, name: string, answer: Response, size: keyof typeof photoCaches): Promise<void> => {
  await cache.put(name, answer)
  keptNow[size] += 1
  if (keptNow[size] > 1 && keptNow[size] % trimStep > 0) return
  const surplus = (await cache.keys()).slice(0, -photoCacheLimits[size])
  await Promise.all(surplus.map((old) => cache.delete(old)))
}
