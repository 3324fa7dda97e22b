import type { IconName } from './icon.tsx'

const hasFinger = typeof matchMedia === 'undefined' || matchMedia('(pointer: coarse)').matches
const { width = 0, height = 0 } = globalThis.screen ?? {}

/**
 * What people call the device that they use, for texts: "Saved on this computer". A device whose main pointer is a mouse
 * is a computer; one for fingers is a tablet if its shorter side has at least 600 CSS pixels.
 */
export const deviceWord = !hasFinger ? 'computer' : Math.min(width, height) >= 600 ? 'tablet' : 'phone'

/** The same word where it begins a text: "Computer". */
export const deviceTitle = deviceWord.charAt(0).toUpperCase() + deviceWord.slice(1)

/** The icon for work that is saved here and not sent yet. */
export const deviceIcon: IconName = hasFinger ? 'phone' : 'device'

/** The state of work that is saved here and not sent yet. */
export const savedHere = `Saved on this ${deviceWord}`
