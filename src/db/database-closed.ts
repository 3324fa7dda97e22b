/** Whether the device's database was closed by a sign-out meanwhile: the work on it is not needed any more. */
export const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'DatabaseClosedError'
