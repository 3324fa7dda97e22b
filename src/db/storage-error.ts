import { Dexie } from 'dexie'
import { wasAborted } from './again-if-aborted.ts'
import { isCausedBy } from './causes.ts'

/** Errors for a key or value that no storage accepts. Then the caller is wrong, not the storage. */
const ofTheData = ['DataError', 'DataCloneError']

/** Whether the storage itself failed: full, closed, broken. It says nothing about the row that was read or written. */
export const isStorageError = (error: unknown): boolean =>
  (error instanceof Dexie.DexieError || error instanceof DOMException) && !ofTheData.includes(error.name)

/** Whether a write failed because the device is full. */
export const isFull = (error: unknown): boolean => isCausedBy(error, ['QuotaExceededError'])

/** For a write as large as a picture: only missing room aborts it, while a small write could still succeed. */
export const hadNoRoom = (error: unknown): boolean => isFull(error) || wasAborted(error)

/** The result of the work; `noRoom` if the device is full. */
export async function unlessFull<Result>(work: () => Promise<Result>): Promise<Result | { kind: 'noRoom' }> {
  try {
    return await work()
  } catch (error) {
    if (isFull(error)) return { kind: 'noRoom' }
    throw error
  }
}
