declare global {
  interface Window {
    /** The search for anything while its code is not there yet: first-frame.js listens to the keys. */
    codesoftGoTo?: {
      /** What was typed since it was asked for; null if it is not asked for. */
      typed: string | null
      ask(): void
    }
  }
}

/** The window event that opens the search for anything. */
export const goToAsked = 'codesoft-go-to'

/** Opens the search for anything, like its keys; if its code is not loaded yet, it opens afterwards. */
export const goTo = (): void => window.codesoftGoTo?.ask()

/** Whether the search was asked for and is not there yet. */
export const isGoToAsked = (): boolean => typeof window.codesoftGoTo?.typed === 'string'

/** What was typed before the field of the search was there. From now on the field receives the keys. */
export function takeTyped(): string {
  const { codesoftGoTo: asked } = window
  const typed = asked?.typed ?? ''
  if (asked) asked.typed = null
  return typed
}

/** The keys that open it, as written on this device. */
export const goToKeys = (): string => (/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
