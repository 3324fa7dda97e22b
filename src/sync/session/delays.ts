/** The delay between a save or a start and sending, so that the screen is painted first (ms). */
export const scheduleDelayMs = 120

/** The delay after a start before the reserve for text is checked (ms), so that nothing at the start waits for it. */
export const reserveDelayMs = 3_000

/** The delay between a save and mirroring the keys of unsent work (ms). */
export const mirrorDelayMs = 250

/** The delay between a sign-in and asking for the profile and the town again, and clearing old records away (ms). */
export const catchUpDelayMs = 60_000
