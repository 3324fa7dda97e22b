import { isCausedBy } from './causes.ts'

/**
 * Errors of a transaction that ended under its work. Safari does it when it suspends an app: it aborts what is under way,
 * and requests that it has forgotten fail as an UnknownError ("Attempt to get a record from database without an
 * in-progress transaction"). The last two come before the page was told.
 */
const cutOff = ['AbortError', 'UnknownError', 'InvalidStateError', 'TransactionInactiveError']

/** Whether the browser aborted a transaction. For a large write that may also mean that the device is full. */
export const wasAborted = (error: unknown): boolean => isCausedBy(error, ['AbortError'])

/** Whether an error only says that a transaction ended under its work, and nothing about the data. */
export const wasCutOff = (error: unknown): boolean => isCausedBy(error, cutOff)

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
