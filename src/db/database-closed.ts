/** Whether a sign-out has closed the device's database. The work on it is then no longer needed. */
export const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'DatabaseClosedError'
