/** The window event with which a button opens the search for anything. */
export const goToAsked = 'codesoft-go-to'

let isAsked = false

/** Whether the search was requested before its code could listen; true only once. */
export const wasGoToAsked = (): boolean => {
  const was = isAsked
  isAsked = false
  return was
}

/** Opens the search for anything, like its keys; if its code is not loaded yet, it opens afterwards. */
export const goTo = (): void => {
  isAsked = true
  window.dispatchEvent(new Event(goToAsked))
}

/** The keys that open it, as written on this device. */
export const goToKeys = (): string => (/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
