import { mayNeedPageShrinker } from '../sync/capture/shrink.ts'
import { backgroundRegistration, backgroundScope } from '../sync/device/background-sync.ts'
import { scriptUrl } from '../sync/device/trusted-types.ts'
import { workerMessages } from '../sync/device/worker-messages.ts'
import backgroundWorker from '../worker/background-worker.ts?worker&url'
import { whenIdle } from './when-idle.ts'

/**
 * Loads code that only some browsers or people need, once the app itself is cached and the page is idle: the engine
 * that sends without a page, the photo shrinker for browsers whose worker may not be able to, and the code that writes
 * documents.
 */
export const fetchExtras = (app: ServiceWorkerRegistration): void => {
  let isKilled = false
  let registering: Promise<void> | undefined
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data !== workerMessages.kill) return
    isKilled = true
    void removeBackgroundWorker(registering)
  })
  whenIdle(() => {
    if (isKilled) return
    app.active?.postMessage(workerMessages.keepLetters)
    if (mayNeedPageShrinker()) app.active?.postMessage(workerMessages.keepShrinker)
    if ('sync' in app) registering = registerBackgroundWorker()
  }, idleMs)
}

/** How long after installing a page without idle callbacks (Safari) counts as idle. */
const idleMs = 3000

/** A worker that is already registered at this URL is not loaded again. */
const registerBackgroundWorker = async (): Promise<void> => {
  try {
    await navigator.serviceWorker.register(scriptUrl(backgroundWorker), { scope: backgroundScope, type: 'module' })
  } catch (error) {
    // No signal, or forbidden: tried again at the next start. The page's own runner works without it.
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error
  }
}

const removeBackgroundWorker = async (registering: Promise<void> | undefined): Promise<void> => {
  await registering
  await (await backgroundRegistration())?.unregister()
}
