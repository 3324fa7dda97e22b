import { useSyncExternalStore } from 'react'
import { recall, remember } from '../sync/device/local-storage.ts'

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

let chosen: Look = 'auto'
const listeners = new Set<() => void>()

/** Applies the stored look and follows the device while it is `auto`. index.html did so before the first paint. */
export const startLook = (): void => {
  const known = recall('look')
  chosen = isLook(known) ? known : 'auto'
  dark().addEventListener('change', paint)
  paint()
}

export const chooseLook = (look: Look): void => {
  chosen = look
  remember('look', look)
  paint()
  for (const listener of listeners) listener()
}

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The chosen look, for its switch. */
export const useLook = (): Look => useSyncExternalStore(watch, () => chosen)

const paint = () => {
  const shown = chosen === 'auto' ? (dark().matches ? 'dark' : 'light') : chosen
  document.documentElement.classList.remove('light', 'dark', 'sun')
  document.documentElement.classList.add(shown)
  const side = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', side)
}
