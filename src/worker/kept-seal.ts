import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { isWorthKeeping } from './shown-photos.ts'

/** Is this the picture of the town's seal? It stays over a sign-out: it belongs to the device's town, not to a person. */
export const isSeal: RouteMatchCallback = ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/town-seal/')

/** The kept seal, else the server's. Another picture has another address: the old one then goes. */
export const keptSeal: RouteHandlerCallback = async ({ request, event }) => {
  const cache = await caches.open('codesoft-seal')
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (isWorthKeeping(answer)) {
    const copy = answer.clone()
    const keep = async () => {
      await Promise.all((await cache.keys()).map((old) => cache.delete(old)))
      await cache.put(request, copy)
    }
    // A full device keeps none, and shows the name alone.
    event.waitUntil(keep().catch(() => undefined))
  }
  return answer
}
