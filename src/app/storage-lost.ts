import { useSyncExternalStore } from 'react'
import { onConnectionLost, wasConnectionLost } from '../db/connection-lost.ts'
import { isStorageError } from '../db/storage-error.ts'
import { hasDirtyForm, watchDirtyForms } from '../ui/dirty-forms.ts'

/** When this page was last loaded again for this reason (ms), in the storage of this tab. */
const reloadedName = 'codesoft-storage-lost-at'
/** A page that is cut off again sooner than this does not load itself again (ms). */
const tooSoonMs = 30_000

let isLost = false
const listeners = new Set<() => void>()

/** Loads the page again as soon as it is cut off from the device's databases, is looked at and has no half-typed form. */
export const watchForLostStorage = (): void => {
  onConnectionLost(storageLost)
  addEventListener('unhandledrejection', (event) => {
    if (isDueToLostStorage(event.reason)) event.preventDefault()
  })
}

/** Whether an error only means that the page is cut off, which is then dealt with. */
export function isDueToLostStorage(error: unknown): boolean {
  if (wasConnectionLost(error)) storageLost()
  return isLost && isStorageError(error)
}

/** The page is cut off from the device's databases. Only loading it again helps. */
function storageLost(): void {
  if (isLost) return
  isLost = true
  for (const listener of listeners) listener()
  if (Date.now() - Number(sessionStorage.getItem(reloadedName)) < tooSoonMs) return
  document.addEventListener('visibilitychange', reloadIfFree)
  watchDirtyForms(reloadIfFree)
  reloadIfFree()
}

function reloadIfFree(): void {
  if (document.hidden || hasDirtyForm()) return
  sessionStorage.setItem(reloadedName, String(Date.now()))
  location.reload()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether the page is cut off from the device's databases. */
export const useIsStorageLost = (): boolean => useSyncExternalStore(watch, () => isLost)
