/** How long a page that was told to go counts as leaving (ms): a link that is answered with a file leaves it where it is. */
const leavingMs = 5_000

let toldAt = Number.NEGATIVE_INFINITY

/**
 * Whether an error only says that the page is being left. Firefox then breaks off what is still fetched of the app's own
 * code, and the page that goes hears of it as a failed import.
 */
export const isCutOff = (error: unknown): boolean =>
  error instanceof TypeError && performance.now() - toldAt < leavingMs

/** Notices that the page is being left, so that what breaks off by that is reported as no bug. */
export const startLeaving = (): void => {
  addEventListener('beforeunload', () => {
    toldAt = performance.now()
  })
  addEventListener('unhandledrejection', (event) => {
    if (isCutOff(event.reason)) event.preventDefault()
  })
}
