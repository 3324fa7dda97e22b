import { backgroundMark, replayTag } from '../sync/device/background-sync.ts'
import { reminderTag, showReminder } from '../sync/device/reminder-notice.ts'
import { remindInBackground, replayInBackground } from '../sync/session/background.ts'
import { openOnReminder } from './open-app.ts'

/**
 * Sends unsent work while no page is open. It is a separate worker, because only some browsers have Background Sync,
 * and an event may import nothing: its whole engine must be in one file, which the other browsers should not have to
 * load.
 */
declare const self: ServiceWorkerGlobalScope

openOnReminder(self)

/** Background Sync's event is missing from the compiler's library. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

// Registered by name, because the event has no type in the compiler's library.
self.addEventListener('sync' as 'message', (event) => {
  const { tag, waitUntil } = event as unknown as SyncEvent
  if (tag === replayTag) waitUntil.call(event, replay())
})

self.addEventListener('periodicsync' as 'message', (event) => {
  const { tag, waitUntil } = event as unknown as SyncEvent
  if (tag === reminderTag) waitUntil.call(event, remind())
})

const remind = async (): Promise<void> => {
  if (await isOfThisApp()) await remindInBackground((it) => showReminder(self.registration, it))
}

/** An engine of another version than the app's must not touch the app's database. It waits for its successor. */
const isOfThisApp = async (): Promise<boolean> => {
  const { cache, name } = backgroundMark
  const mark = await caches.match(name, { cacheName: cache })
  // The app's own worker was removed (kill switch), so this one removes itself too.
  if (!mark) await self.registration.unregister()
  return (await mark?.text()) === self.location.pathname
}

const isPageOpen = async (): Promise<boolean> =>
  (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0

const replay = async (): Promise<void> => {
  if (await isOfThisApp()) await replayInBackground(isPageOpen)
}
