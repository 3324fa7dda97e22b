interface ApplePlatform extends Navigator {
  /** Safari's own word for "opened from the home screen". */
  standalone?: boolean
}

/** Is this an iPhone or iPad? An iPad calls itself a Macintosh; no Macintosh has a touch screen. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Is the app open in a window of its own, as an installed one is? */
export const isInstalled = (): boolean => {
  const { standalone }: ApplePlatform = navigator
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

/** Is this an iPhone or iPad that shows the app in a browser tab, whose data the system may delete after a week? */
export const isAppleTab = (): boolean => isAppleTouch() && !isInstalled()

/** 'iPad', or 'iPhone' for all others of their kind. */
export const appleName = (): string => (/iPad|Macintosh/.test(navigator.userAgent) ? 'iPad' : 'iPhone')
