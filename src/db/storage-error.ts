import { Dexie } from 'dexie'

/** Whether the storage itself failed: full, closed, broken. Says nothing of the row that was read or written. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof Dexie.DexieError || error instanceof DOMException
