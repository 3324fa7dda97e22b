import { useSyncExternalStore } from 'react'

/**
 * Whether the app opens without signal: `notYet` while it is being cached, `no` if the browser refuses to cache it.
 */
type OfflineOpening = 'yes' | 'notYet' | 'no'

let opening: OfflineOpening = 'notYet'
const listeners = new Set<() => void>()

/** Called by the code that registers the service worker. */
export const setOfflineOpening = (next: OfflineOpening): void => {
  opening = next
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the app opens without signal, live. */
export const useOfflineOpening = (): OfflineOpening => useSyncExternalStore(watch, () => opening)

/** The same for a list of facts. */
export const openingText: Record<OfflineOpening, string> = {
  yes: 'Yes',
  notYet: 'Not yet: the app is still being stored here',
  no: 'No: this browser does not keep the app. Once it is open, it works without signal',
}

/** What that means, and what to do. */
export const noOpeningText =
  'This browser does not keep the app: CodeSoft opens here only with signal. What you save is kept on this device all the same. ' +
  'Before you go where there is none, open it in a usual window of Safari, Chrome, Edge or Firefox.'
