/**
 * The tag of the platform's background sync, shared by the page and the background worker. It is a hint and never
 * relied on.
 */
export const replayTag = 'codesoft-replay'

/** The scope of the background worker. No page is served there, so it does not compete with the app's own worker. */
export const backgroundScope = '/assets/'

/**
 * Where the service worker records the path of its background worker. It does so while it activates, before any page
 * of its version runs. A background worker of another version does not find its own path there.
 */
export const backgroundMark = { cache: 'codesoft-background', name: '/background-worker' } as const

/**
 * The background worker's registration. Until it exists, the browser would return the app's own worker for this scope.
 */
export const backgroundRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await navigator.serviceWorker.getRegistration(backgroundScope)
  return registration && new URL(registration.scope).pathname === backgroundScope ? registration : undefined
}
