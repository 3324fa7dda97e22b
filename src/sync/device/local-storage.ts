import { deviceName } from '../../rules/device-name.ts'
import { newKey } from './device.ts'

/** A small choice of this device that is nobody's work (the look, a dismissed offer), or null. Losing it loses nothing. */
export const recall = (name: string): string | null => read(`codesoft-${name}`)

export const remember = (name: string, value: string): void => write(`codesoft-${name}`, value)

/** localStorage may be forbidden where the database is not: nothing in it is more than a copy, a hint or a choice. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** null removes it. What cannot be written is missed by nobody: the directory has the token, the outbox the work. */
export function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Forbidden by the browser's settings, or no room: as above.
  }
}

/** The names that begin so. */
export function namesFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** The name by which the office knows this device, the same for everyone who signs in here. */
export function thisDevice(): string {
  const known = recall('device-name')
  if (known) return known
  const made = deviceName(globalThis.navigator?.userAgent ?? '', newKey())
  remember('device-name', made)
  return made
}
