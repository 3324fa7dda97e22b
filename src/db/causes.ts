/** Whether an error, or one that it wraps, has one of these names. */
export const isCausedBy = (error: unknown, names: readonly string[]): boolean =>
  causesOf(error).some(({ name }) => names.includes(name))

/** An error and all that it wraps: Dexie wraps the browser's error, and for a bulk write the error of each row. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const inner = 'inner' in error && error.inner !== error ? causesOf(error.inner) : []
  const failures = 'failures' in error && Array.isArray(error.failures) ? error.failures.flatMap(causesOf) : []
  return [error, ...inner, ...failures]
}
