import { Dexie } from 'dexie'

/** Errors for a key or value that no storage accepts: the caller is wrong, not the storage. */
const ofTheData = ['DataError', 'DataCloneError']

/** Whether the storage itself failed: full, closed, broken. Says nothing of the row that was read or written. */
export const isStorageError = (error: unknown): boolean =>
  (error instanceof Dexie.DexieError || error instanceof DOMException) && !ofTheData.includes(error.name)
