interface ApplePlatform extends Navigator {
  /** Safari's own property for "opened from the home screen". */
  standalone?: boolean
}

/** Whether this is an iPhone or iPad. An iPad calls itself a Macintosh; no Macintosh has a touch screen. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Whether the app is open in its own window, like an installed app. */
export const isInstalled = (): boolean => {
  const { standalone }: ApplePlatform = navigator
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

/** Whether an iPhone or iPad shows the app in a browser tab, whose data the system may delete after a week. */
export const isAppleTab = (): boolean => isAppleTouch() && !isInstalled()

/** 'iPad', or 'iPhone' for all other such devices. */
export const appleName = (): string => (/iPad|Macintosh/.test(navigator.userAgent) ? 'iPad' : 'iPhone')
