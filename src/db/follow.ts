import { liveQuery } from 'dexie'
import { isDueToLostConnection } from './connection-lost.ts'
import { wasCutOff } from './storage-error.ts'

/** How often a read is tried that the browser aborts. */
const tries = 3

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
  const subscription = liveQuery(() => unlessAborted(read)).subscribe(
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

/**
 * Reads again after an abort, which says nothing about what is read: Safari aborts what is under way when it suspends an
 * app. Dexie's live queries take such an error for their own end and would show the old result, or none, until the
 * next change.
 */
async function unlessAborted<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left--)
    try {
      return await read()
    } catch (error) {
      if (!wasCutOff(error)) throw error
      if (left === 1) throw new Error('The browser aborts every read', { cause: error })
    }
}
