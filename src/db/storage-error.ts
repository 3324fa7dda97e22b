import { Dexie } from 'dexie'

/** Said of a key or a value that no storage takes: what was handed over is wrong, not the storage. */
const ofTheData = ['DataError', 'DataCloneError']

/** Whether the storage itself failed: full, closed, broken. Says nothing of the row that was read or written. */
export const isStorageError = (error: unknown): boolean =>
  (error instanceof Dexie.DexieError || error instanceof DOMException) && !ofTheData.includes(error.name)
