/** The window's event with which a button asks for the search of anything. */
export const goToAsked = 'codesoft-go-to'

let isAsked = false

/** Whether the search was asked for before it could hear it; asked once. */
export const wasGoToAsked = (): boolean => {
  const was = isAsked
  isAsked = false
  return was
}

/** Opens the search for anything, as its keys do; once its code is there, where it comes later. */
export const goTo = (): void => {
  isAsked = true
  window.dispatchEvent(new Event(goToAsked))
}

/** The keys that open it, as this device writes them. */
export const goToKeys = (): string => (/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
