import { liveQuery } from 'dexie'
import { isDueToLostConnection } from './connection-lost.ts'

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
  /** A failure counts unless something came after it. */
  let latest = 0
  const subscription = liveQuery(read).subscribe(
    (result) => {
      latest += 1
      next(result)
    },
    (error: unknown) => {
      const failure = ++latest
      void isDueToLostConnection(error).then((isDue) => {
        if (!isDue && failure === latest) failed(error)
      })
    },
  )
  return () => {
    latest += 1
    subscription.unsubscribe()
  }
}
