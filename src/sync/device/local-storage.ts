import { deviceName } from '../../rules/device-name.ts'
import { newKey } from './device.ts'

/** A small setting of this device (the look, a dismissed offer), or null. Losing it loses no work. */
export const recall = (name: string): string | null => read(`codesoft-${name}`)

export const remember = (name: string, value: string): void => write(`codesoft-${name}`, value)

/** A browser may block localStorage and allow IndexedDB, so localStorage holds only copies, hints and choices. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The same as JSON; null if there is none or it cannot be parsed. */
export function readJson(name: string): unknown {
  try {
    return JSON.parse(read(name) ?? 'null')
  } catch {
    return null
  }
}

/** null removes it. A failed write does no harm: the directory holds the token, the outbox holds the work. */
export function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Blocked by the browser's settings, or no room: see above.
  }
}

/** All names with this prefix. */
export function namesFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** The name of this device at the office, the same for everyone who signs in here. */
export function thisDevice(): string {
  const known = recall('device-name')
  if (known) return known
  const made = deviceName(globalThis.navigator?.userAgent ?? '', newKey())
  remember('device-name', made)
  return made
}
