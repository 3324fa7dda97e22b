import { useSyncExternalStore } from 'react'
import { isConnectionLost, onConnectionLost } from '../db/connection-lost.ts'
import { isStorageError } from '../db/storage-error.ts'
import { shownAgain } from '../sync/device/worker-questions.ts'
import { dirtyForms, watchDirtyForms } from '../ui/dirty-forms.ts'

/** When this page was last loaded again for this reason (ms), in the storage of this tab. */
const reloadedName = 'codesoft-storage-lost-at'
/** A page that is cut off again sooner than this does not load itself again (ms). */
const tooSoonMs = 30_000

/**
 * Loads the page again as soon as it is cut off from the device's databases, is looked at and has no half-typed form;
 * and after the back cache, once no form has text that would be lost. If another person has signed in meanwhile, the
 * session takes the forms away at once.
 */
export function watchForLostStorage(): void {
  onConnectionLost(storageLost)
  shownAgain.reload = () => {
    watchDirtyForms(reloadUnlessLost)
    reloadUnlessLost()
  }
  addEventListener('unhandledrejection', (event) => {
    if (isConnectionLost() && isStorageError(event.reason)) event.preventDefault()
  })
}

function storageLost(): void {
  if (Date.now() - Number(sessionStorage.getItem(reloadedName)) < tooSoonMs) return
  document.addEventListener('visibilitychange', reloadIfFree)
  watchDirtyForms(reloadIfFree)
  reloadIfFree()
}

function reloadIfFree(): void {
  if (document.hidden || dirtyForms()) return
  sessionStorage.setItem(reloadedName, String(Date.now()))
  location.reload()
}

function reloadUnlessLost(): void {
  const dirty = dirtyForms()
  if (dirty === null || dirty === 'kept') location.reload()
}

const watch = (listener: () => void) => {
  onConnectionLost(listener)
  return () => undefined
}

/** Whether the page is cut off from the device's databases, which it stays. */
export const useIsStorageLost = (): boolean => useSyncExternalStore(watch, isConnectionLost)
