import { recall, remember } from '../sync/device/local-storage.ts'
import { sharedValue } from '../ui/shared-value.ts'

/** `auto` follows the device's own setting; `sun` is black on white for full daylight. */
export const looks = [
  ['auto', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['sun', 'Full sun'],
] as const
export type Look = (typeof looks)[number][0]

const isLook = (text: string | null): text is Look => looks.some(([look]) => look === text)
const dark = () => matchMedia('(prefers-color-scheme: dark)')

const chosen = sharedValue<Look>('auto')

/** Applies the stored look and follows the device while it is `auto`. index.html did so before the first paint. */
export const startLook = (): void => {
  const known = recall('look')
  chosen.set(isLook(known) ? known : 'auto')
  dark().addEventListener('change', paint)
  paint()
}

export const chooseLook = (look: Look): void => {
  chosen.set(look)
  remember('look', look)
  paint()
}

/** The chosen look, for its switch. */
export const useLook = chosen.useValue

const paint = () => {
  const look = chosen.get()
  const shown = look === 'auto' ? (dark().matches ? 'dark' : 'light') : look
  document.documentElement.classList.remove('light', 'dark', 'sun')
  document.documentElement.classList.add(shown)
  const side = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', side)
}
