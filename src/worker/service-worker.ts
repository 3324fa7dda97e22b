import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { backgroundMark } from '../sync/device/background-sync.ts'
import { keepPreviews } from '../sync/device/keep-previews.ts'
import { workerMessages } from '../sync/device/worker-messages.ts'
import { builtFiles } from './built-files.ts'
import { type Extra, forgetOldExtra, keepExtra, keepExtraAgain, keptExtra } from './kept-extra.ts'
import { isSeal, keptSeal } from './kept-seal.ts'
import { openOnReminder } from './open-app.ts'
import { isShare, receivedShare } from './received-share.ts'
import { isKeptPhoto, keptPhoto } from './shown-photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

const { always, shrinker, letters, previews, background } = builtFiles(self.__WB_MANIFEST)

/** What is fetched when the page asks for it, by the message with which it does. */
const extras: Readonly<Record<string, Extra>> = {
  [workerMessages.keepShrinker]: { cacheName: 'codesoft-shrinker', paths: shrinker },
  [workerMessages.keepLetters]: { cacheName: 'codesoft-letters', paths: letters },
  [keepPreviews]: { cacheName: keepPreviews, paths: previews },
}

precacheAndRoute(always)
cleanupOutdatedCaches()
// Every page is the same document: the route in its address is read by the app. Calls and files are never pages.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/(api|files)(\/|$)/, /\.json$/] }),
)
registerRoute(isKeptPhoto, keptPhoto)
registerRoute(isSeal, keptSeal)
registerRoute(isShare, receivedShare, 'POST')
for (const extra of Object.values(extras))
  registerRoute(({ url, sameOrigin }) => sameOrigin && extra.paths.includes(url.pathname), keptExtra(extra))
clientsClaim()
openOnReminder(self)

self.addEventListener('install', (event) => event.waitUntil(Promise.all(Object.values(extras).map(keepExtraAgain))))
// Pages of this version are answered only after this.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([...Object.values(extras).map(forgetOldExtra), markBackground()])),
)

self.addEventListener('message', (event) => {
  const asked: unknown = event.data
  const what = typeof asked === 'object' && asked !== null && 'type' in asked ? asked.type : asked
  if (what === workerMessages.activate) event.waitUntil(self.skipWaiting())
  if (what === workerMessages.kill) event.waitUntil(removeItself())
  // Where it fails, the next start of the page asks again.
  const extra = extras[String(what)]
  if (extra) event.waitUntil(keepExtra(extra).catch(() => undefined))
})

/**
 * Names the background worker that belongs to this version. The old name goes first: on a device too full for the new
 * one none is named, and none runs.
 */
const markBackground = async (): Promise<void> => {
  const { cache, name } = backgroundMark
  await caches.delete(cache)
  await (await caches.open(cache)).put(name, new Response(background))
}

/**
 * The kill switch: takes away this worker and the caches that it made. The database, with all unsent work, stays. Only
 * a page can take the background worker away; where none is open it goes at its next event, and does nothing more.
 */
const removeItself = async (): Promise<void> => {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(workerMessages.kill)
  const own = (await caches.keys()).filter((name) => name.startsWith('codesoft-') || name.startsWith('workbox-'))
  await Promise.all(own.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
