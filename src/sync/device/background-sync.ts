/** Name of the platform's background sync; a hint only, never relied on. Known to the page and the background worker. */
export const replayTag = 'codesoft-replay'

/** Where the background worker is registered: beside the app's own worker, and no page lies there. */
export const backgroundScope = '/assets/'

/**
 * Where the service worker writes down which background worker belongs to it, as a path. It does so while it takes
 * over, so before any page of its version runs: a background worker of another version finds itself not named there.
 */
export const backgroundMark = { cache: 'codesoft-background', name: '/background-worker' } as const

/** The background worker's registration; until it is there, the app's own worker would answer for its scope. */
export const backgroundRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration(backgroundScope)
  return registration && new URL(registration.scope).pathname === backgroundScope ? registration : undefined
}
