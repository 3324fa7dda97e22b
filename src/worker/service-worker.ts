import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { workerMessages } from '../sync/device/photo-caches.ts'
import { replayTag } from '../sync/device/replay-tag.ts'
import { replayInBackground } from '../sync/session/background.ts'
import { isKeptPhoto, keptPhoto } from './shown-photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

/** Background Sync's event, which the compiler's own library does not know. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// Every page is the same document: the route in its address is read by the app. Calls and files are never pages.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/(api|files)(\/|$)/, /\.json$/] }),
)
registerRoute(isKeptPhoto, keptPhoto)
clientsClaim()

self.addEventListener('message', (event) => {
  const asked: unknown = event.data
  const what = typeof asked === 'object' && asked !== null && 'type' in asked ? asked.type : asked
  if (what === workerMessages.activate) event.waitUntil(self.skipWaiting())
  if (what === workerMessages.kill) event.waitUntil(removeItself())
})

// By name, as the event has no type of its own in the compiler's library.
self.addEventListener('sync' as 'message', (event) => {
  const { tag, waitUntil } = event as unknown as SyncEvent
  if (tag === replayTag) waitUntil.call(event, replayInBackground())
})

/** The kill switch: takes away this worker and the caches that it made. The database, with all unsent work, stays. */
const removeItself = async (): Promise<void> => {
  const own = (await caches.keys()).filter((name) => name.startsWith('codesoft-') || name.startsWith('workbox-'))
  await Promise.all(own.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
