import type { RouteHandlerCallback, RouteMatchCallback } from 'workbox-core'
import { isWorthKeeping } from '../sync/device/kept-photo.ts'

/**
 * Whether this is the picture of the town's seal. It is kept after a sign-out, because it belongs to the device's town
 * and not to a person.
 */
export const isSeal: RouteMatchCallback = ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/town-seal/')

/** The cached seal, else the server's. A new picture has a new URL, so the old one is then deleted. */
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
    // A full device does not cache it and shows only the name.
    event.waitUntil(keep().catch(() => undefined))
  }
  return answer
}
