import { liveQuery } from 'dexie'
import { tries, wasCutOff } from './again-if-aborted.ts'
import { isDueToLostConnection } from './connection-lost.ts'

/** A read that the browser has aborted. */
class AbortedRead extends Error {}

/**
 * Reads, and again after each change of what was read, until the returned function is called. `read` must be an async
 * function, or Dexie stops following after the first await. A read that the browser aborts is done again. Once the page
 * is cut off from its databases every read fails; then the last result stays.
 */
export function follow<Result>(
  read: () => Promise<Result>,
  next: (result: Result) => void,
  failed: (error: unknown) => void,
): () => void {
  /** A failure counts unless something came after it. */
  let latest = 0
  let left = tries
  const begin = () =>
    liveQuery(async () => {
      try {
        return await read()
      } catch (error) {
        // Dexie takes an AbortError for its own and falls silent: the old result, or none, would stay.
        throw wasCutOff(error) ? new AbortedRead('The browser aborts every read', { cause: error }) : error
      }
    }).subscribe(
      (result) => {
        latest += 1
        left = tries
        next(result)
      },
      (error: unknown) => {
        if (error instanceof AbortedRead && --left > 0) {
          subscription.unsubscribe()
          // Not within the read: after an abort Dexie no longer notes what the rest of it reads.
          subscription = begin()
          return
        }
        const failure = ++latest
        void isDueToLostConnection(error instanceof AbortedRead ? error.cause : error).then((isDue) => {
          if (!isDue && failure === latest) failed(error)
        })
      },
    )
  let subscription = begin()
  return () => {
    latest += 1
    subscription.unsubscribe()
  }
}
