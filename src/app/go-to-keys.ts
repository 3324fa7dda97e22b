declare global {
  interface Window {
    /** The search for anything while its code is not there yet: first-frame.js listens to the keys. */
    codesoftGoTo?: {
      /** What was typed since it was asked for; null if it is not asked for. */
      typed: string | null
      ask(): void
      /** Called by `ask`; null while nothing can open it. */
      open: (() => void) | null
    }
  }
}

/** Opens the search for anything, like its keys; if its code is not loaded yet, it opens afterwards. */
export const goTo = (): void => window.codesoftGoTo?.ask()

/** Calls `open` when the search is asked for, at once if it has been before. Returns how this ends. */
export function onGoTo(open: () => void): (() => void) | undefined {
  const search = window.codesoftGoTo
  if (!search) return undefined
  search.open = open
  if (search.typed !== null) open()
  return () => {
    search.open = null
  }
}

/** What was typed before the field of the search was there. From now on the field receives the keys. */
export function takeTyped(): string {
  const search = window.codesoftGoTo
  const typed = search?.typed ?? ''
  if (search) search.typed = null
  return typed
}

/** The keys that open it, as written on this device. */
export const goToKeys = (): string => (/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
