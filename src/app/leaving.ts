/**
 * How long a page that was told to go counts as leaving (ms). A link that is answered with a file does not leave it.
 */
const leavingMs = 5_000

let toldAt = Number.NEGATIVE_INFINITY

/**
 * Whether an error only means that the page is being left. Firefox then aborts loading the app's own code, and the
 * page sees a failed import.
 */
export const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError && performance.now() - toldAt < leavingMs

/** Detects that the page is being left, so that aborted loads are not reported as bugs. */
export const startLeaving = (): void => {
  addEventListener('beforeunload', () => {
    toldAt = performance.now()
  })
  addEventListener('unhandledrejection', (event) => {
    if (isCutOff(event.reason)) event.preventDefault()
  })
}
