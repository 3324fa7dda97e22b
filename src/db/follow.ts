import { liveQuery } from 'dexie'
import { isConnectionLost } from './connection-lost.ts'

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
  const subscription = liveQuery(read).subscribe(next, (error) => {
    if (!isConnectionLost()) failed(error)
  })
  return () => subscription.unsubscribe()
}
