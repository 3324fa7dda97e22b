import { deviceWord } from './this-device.ts'

/**
 * The `ref` of what a button opens beside itself. With a keyboard its first field takes the focus; on a phone the
 * on-screen keyboard would cover the form, so the focus stays on the button. When it closes, the button has the focus
 * again.
 */
export const startsHere = (opened: HTMLElement | null): (() => void) => {
  const opener = document.activeElement
  if (deviceWord === 'computer') opened?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  return () => {
    const focused = document.activeElement
    const isLost = focused === document.body || opened?.contains(focused)
    if (isLost && opener instanceof HTMLElement) opener.focus()
  }
}
