/** The part of the URL by which the server reports the end of a single sign-on, successful or not. */
const mark = '#single-sign-on'

/** Whether the provider's redirect opened this page; removes the mark from the URL. */
export function hasComeBack(): boolean {
  if (globalThis.location?.hash !== mark) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
