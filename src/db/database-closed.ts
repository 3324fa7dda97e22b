/** The device's database was closed meanwhile, at sign-out: what was to be done in it is not needed any more. */
export const isDatabaseClosed = (error: unknown): boolean =>
  error instanceof Error && error.name === 'DatabaseClosedError'
