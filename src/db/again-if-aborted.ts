import { isCausedBy } from './causes.ts'

/**
 * Errors of a transaction that ended during its work. Safari does this when it suspends an app: it aborts running
 * transactions, and requests that it has lost fail as an UnknownError ("Attempt to get a record from database without
 * an in-progress transaction"). The last two occur before the page knows of the abort.
 */
const cutOff = ['AbortError', 'UnknownError', 'InvalidStateError', 'TransactionInactiveError']

/** Whether the browser aborted a transaction. For a large write that may also mean that the device is full. */
export const wasAborted = (error: unknown): boolean => isCausedBy(error, ['AbortError'])

/** Whether an error only says that a transaction ended during its work, and nothing about the data. */
export const wasCutOff = (error: unknown): boolean => isCausedBy(error, cutOff)

/** How often aborted work is tried. */
export const tries = 3

/**
 * Repeats a read, or the write of a known value, after an abort, which says nothing about the data: Safari aborts
 * running transactions when it suspends an app. `work` must be repeatable: a second run must change nothing more.
 */
export const againIfAborted = <Result>(work: () => Promise<Result>, left = tries): Promise<Result> =>
  work().catch((error: unknown) => {
    if (wasCutOff(error) && left > 1) return againIfAborted(work, left - 1)
    throw error
  })
