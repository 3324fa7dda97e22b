/** What the office needs to find a bug, without the user's text and without tokens. */
export const diagnosticsOf = (error: unknown): string => {
  const facts: Record<string, string> = {
    App: `CodeSoft ${import.meta.env.MODE}`,
    Page: location.pathname,
    Time: new Date().toISOString(),
    Online: String(navigator.onLine),
    Browser: navigator.userAgent,
    Screen: `${innerWidth} x ${innerHeight}`,
  }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  return [...lines, '', errorText(error)].join('\n')
}

const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\nCaused by ${errorText(error.cause)}`
  return `${error.stack ?? `${error.name}: ${error.message}`}${cause}`
}
