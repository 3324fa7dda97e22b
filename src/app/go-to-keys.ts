declare global {
  interface Window {
    /** The search for anything while its code is not there yet: first-frame.js listens to the keys. */
    codesoftGoTo?: {
      /** The text typed since the search was requested; null if it was not. */
      typed: string | null
      ask(): void
      /** Called by the keys and by `goTo`; null while nothing can open the search. */
      open: (() => void) | null
    }
  }
}

/** Opens the search for anything, like its keys; if its code is not loaded yet, it opens afterwards. */
export const goTo = (): void => window.codesoftGoTo?.ask()

/** Calls `open` when the search is requested, or at once if it has been. Returns a function that stops this. */
export function onGoTo(open: () => void): (() => void) | undefined {
  const search = window.codesoftGoTo
  if (!search) return undefined
  search.open = open
  if (search.typed !== null) open()
  return () => {
    search.open = null
  }
}

/** The text typed before the search field existed. From now on the field receives the keys. */
export function takeTyped(): string {
  const search = window.codesoftGoTo
  const typed = search?.typed ?? ''
  if (search) search.typed = null
  return typed
}

/** The keys that open it, as written on this device. */
export const goToKeys = (): string => (/^(Mac|iP)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
