import { setOfflineOpening } from '../parts/offline-opening.ts'
import { scriptUrl } from '../sync/device/trusted-types.ts'
import { workerMessages } from '../sync/device/worker-messages.ts'
import { sharedValue } from '../ui/shared-value.ts'
import { fetchExtras } from './extras.ts'

/**
 * `ready`: a new version is stored and waits for consent. `under way`: the user agreed, and the page reloads as soon
 * as possible.
 */
type UpdateState = 'none' | 'ready' | 'under way'

const state = sharedValue<UpdateState>('none')
let activate: () => void = () => undefined

/** How often an open page checks for a new version (ms). */
const askEveryMs = 60 * 60_000

/**
 * Registers the service worker and detects new versions. It never activates one by itself, and never reloads a page
 * whose user has not agreed: consent in another tab must not delete text typed in this one. If `load` finds no signal,
 * it is called again when there is some.
 */
export const startUpdates = async (load = () => import('workbox-window')): Promise<void> => {
  if (!import.meta.env.PROD) return
  if (!('serviceWorker' in navigator)) return setOfflineOpening('no')
  const code = await load().catch((error: unknown) => {
    if (error instanceof TypeError) return undefined
    throw error
  })
  if (!code) {
    // An app that is installed opens without signal all the same. Of another it is not known yet.
    if (navigator.serviceWorker.controller) setOfflineOpening('yes')
    addEventListener('online', () => void startUpdates(load), { once: true })
    return
  }
  const worker = new code.Workbox(scriptUrl('/sw.js'))
  activate = () => worker.messageSkipWaiting()
  worker.addEventListener('waiting', () => void noticeWaiting())
  // Not reloaded here: since the consent a form may have been begun, or a sending. The prompt waits for both.
  worker.addEventListener('controlling', (event) => {
    if (event.isUpdate || state.get() === 'under way') state.set('ready')
  })
  const registration = await worker.register().catch((error: unknown) => {
    // In a browser that forbids service workers the app still runs, but only with signal.
    if (error instanceof TypeError || error instanceof DOMException) return undefined
    throw error
  })
  if (!registration) return setOfflineOpening(navigator.serviceWorker.controller ? 'yes' : 'no')
  void navigator.serviceWorker.ready.then((app) => {
    setOfflineOpening('yes')
    // The browser passes over a page that is still loading when the worker claims all pages.
    if (!navigator.serviceWorker.controller) app.active?.postMessage(workerMessages.claim)
    fetchExtras(app)
  })
  // Workbox stops listening after one update that failed to install.
  registration.addEventListener('updatefound', () => {
    const fresh = registration.installing
    fresh?.addEventListener('statechange', () => {
      if (fresh.state === 'installed') void noticeWaiting()
    })
  })
  setInterval(() => void registration.update().catch(() => undefined), askEveryMs) // no signal: checked again in an hour
}

/**
 * Offers a version that waits behind another. Even the very first one is briefly seen waiting by a page that loads
 * during its installation (Firefox); then there is nothing to update.
 */
const noticeWaiting = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting && registration.active && state.get() === 'none') state.set('ready')
}

/** The user has agreed. Once the new version has taken over it is `ready` again, and agreeing then reloads the page. */
export const agreeToUpdate = (): void => {
  state.set('under way')
  takeOver().catch(reportError)
}

/** Activates the waiting version, or just reloads if another tab has already done so. */
const takeOver = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration?.waiting) activate()
  else location.reload()
}

/** Whether a new version waits. */
export const useUpdate = state.useValue
