/** Whether the browser aborted a transaction. For a large write that may also mean that the device is full. */
export const wasCutOff = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** How often a piece of work is tried that the browser aborts. */
export const tries = 3

/**
 * Does a read, or the write of a known value, again after an abort, which says nothing about the data: Safari aborts
 * what is under way when it suspends an app. `work` must change nothing that a second time would change again.
 */
export const againIfAborted = <Result>(work: () => Promise<Result>, left = tries): Promise<Result> =>
  work().catch((error: unknown) => {
    if (wasCutOff(error) && left > 1) return againIfAborted(work, left - 1)
    throw error
  })
