/** Whether a text names a time zone of the IANA's list. */
export function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    // An offset such as '+05:00' is no place: it has no summer time.
    return /^[A-Za-z]/.test(text)
  } catch {
    return false
  }
}
