import { sharedValue } from '../ui/shared-value.ts'

/**
 * Whether the app opens without signal: `notYet` while it is being cached, `no` if the browser refuses to cache it.
 */
type OfflineOpening = 'yes' | 'notYet' | 'no'

const opening = sharedValue<OfflineOpening>('notYet')

/** Called by the code that registers the service worker. */
export const setOfflineOpening = opening.set

/** Whether the app opens without signal, live. */
export const useOfflineOpening = opening.useValue

/** The same for a list of facts. */
export const openingText: Record<OfflineOpening, string> = {
  yes: 'Yes',
  notYet: 'Not yet: the app is still being stored here',
  no: 'No: this browser does not keep the app. Once it is open, it works without signal',
}

/** What that means, and what to do. */
export const noOpeningText =
  'This browser does not keep the app: CodeSoft opens here only with signal. What you save is kept on this device anyway. ' +
  'Before you go where there is none, open it in a normal window of Safari, Chrome, Edge or Firefox.'
