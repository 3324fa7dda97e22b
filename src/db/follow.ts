import { liveQuery } from 'dexie'
import { closeNoticeMs, isConnectionLost } from './connection-lost.ts'
import { isStorageError } from './storage-error.ts'

/**
 * Reads, and again after each change of what was read, until the returned function is called. `read` must be an async
 * function, or Dexie stops following after the first await. Once the page is cut off from its databases every read
 * fails; then the last result stays.
 */
export function follow<Result>(
  read: () => Promise<Result>,
  next: (result: Result) => void,
  failed: (error: unknown) => void,
): () => void {
  let notice: ReturnType<typeof setTimeout> | undefined
  const subscription = liveQuery(read).subscribe(
    (result) => {
      clearTimeout(notice)
      next(result)
    },
    (error: unknown) => {
      if (!isStorageError(error)) return failed(error)
      notice = setTimeout(() => {
        if (!isConnectionLost()) failed(error)
      }, closeNoticeMs)
    },
  )
  return () => {
    clearTimeout(notice)
    subscription.unsubscribe()
  }
}
