/** Small choices of this device that are nobody's work: the look, a dismissed offer. Losing them loses nothing. */
const prefix = 'codesoft-'

/** A remembered choice, or null. A browser that forbids storage remembers nothing. */
export const recall = (name: string): string | null => {
  try {
    return localStorage.getItem(prefix + name)
  } catch {
    // Storage is forbidden by the browser's settings: the usual choice holds.
    return null
  }
}

export const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(prefix + name, value)
  } catch {
    // As above; the choice holds until the page is closed.
  }
}
