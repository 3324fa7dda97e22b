import { Dexie } from 'dexie'
import { wasCutOff } from './again-if-aborted.ts'

/** Errors for a key or value that no storage accepts. Then the caller is wrong, not the storage. */
const ofTheData = ['DataError', 'DataCloneError']

/** Whether the storage itself failed: full, closed, broken. It says nothing about the row that was read or written. */
export const isStorageError = (error: unknown): boolean =>
  (error instanceof Dexie.DexieError || error instanceof DOMException) && !ofTheData.includes(error.name)

/** Whether a write failed because the device is full. Databases wrap the error, so its cause is checked too. */
export const isFull = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isFull(error.inner)
}

/** For a write as large as a picture: only missing room aborts it, while a small write could still succeed. */
export const hadNoRoom = (error: unknown): boolean => isFull(error) || wasCutOff(error)
