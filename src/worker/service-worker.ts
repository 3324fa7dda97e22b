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
import { pageWithoutFrame } from './page-without-frame.ts'
import { isShare, receivedShare } from './received-share.ts'
import { isKeptPhoto, keptPhoto } from './shown-photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

const { always, shrinker, letters, previews, background } = builtFiles(self.__WB_MANIFEST)

/** Files that are cached when the page asks for them, by its message. */
const extras: Readonly<Record<string, Extra>> = {
  [workerMessages.keepShrinker]: { cacheName: 'codesoft-shrinker', paths: shrinker },
  [workerMessages.keepLetters]: { cacheName: 'codesoft-letters', paths: letters },
  [keepPreviews]: { cacheName: keepPreviews, paths: previews },
}

// The page of '/' is answered like all others, below.
precacheAndRoute(always, { directoryIndex: '' })
cleanupOutdatedCaches()
// Every page is the same document; the app reads the route from the URL. Calls and files are never pages.
registerRoute(
  new NavigationRoute(pageWithoutFrame(createHandlerBoundToURL('/index.html')), {
    denylist: [/^\/(api|files)(\/|$)/, /\.json$/],
  }),
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
  if (what === workerMessages.claim) event.waitUntil(self.clients.claim())
  if (what === workerMessages.kill) event.waitUntil(removeItself())
  // If it fails, the next start of the page asks again.
  const extra = extras[String(what)]
  if (extra) event.waitUntil(keepExtra(extra).catch(() => undefined))
})

/**
 * Records the background worker that belongs to this version. The old name is deleted first, so on a device too full
 * for the new name there is none, and no background worker runs.
 */
const markBackground = async (): Promise<void> => {
  const { cache, name } = backgroundMark
  await caches.delete(cache)
  await (await caches.open(cache)).put(name, new Response(background))
}

/**
 * The kill switch: removes this worker and its caches. The database, with all unsent work, stays. Only a page can
 * remove the background worker; if no page is open, the background worker removes itself at its next event and does
 * nothing else.
 */
const removeItself = async (): Promise<void> => {
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage(workerMessages.kill)
  const own = (await caches.keys()).filter((name) => name.startsWith('codesoft-') || name.startsWith('workbox-'))
  await Promise.all(own.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
