/** How long the sending waits after a save or a start, so that the screen is painted before (ms). */
export const scheduleDelayMs = 120

/** How long after a start the reserve for text is checked (ms): nothing at the start waits for it. */
export const reserveDelayMs = 3_000

/** How soon after a save the keys of unsent work are mirrored (ms). */
export const mirrorDelayMs = 250
