/** The part of the address by which the server reports the end of a single sign-on, with or without success. */
const mark = '#single-sign-on'

/** Whether this page was opened by coming back from the provider; takes the mark of it out of the address. */
export function hasComeBack(): boolean {
  if (globalThis.location?.hash !== mark) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
