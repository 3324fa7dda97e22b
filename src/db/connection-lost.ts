import type { Dexie } from 'dexie'
import { isStorageError } from './storage-error.ts'

/** What is under way fails up to this long before the browser says that it has closed the database (ms). */
const closeNoticeMs = 200

let isLost = false
const listeners = new Set<() => void>()

/**
 * Calls `lost` when the browser closes a database under the open page, or at once if it has. On an iPhone that happens
 * while the app is in the background: Safari ends the process of all databases, and each request of the page fails until
 * it is loaded again ("Connection to Indexed Database server lost. Refresh the page to try again"). Dexie opens the
 * database again, which fails too, and its live queries then wait for ever. Closing by the app itself is not reported.
 * A newer version of the app that upgrades the database in another tab counts as well: what this version wrote
 * afterwards would not be in the lists of the newer one.
 */
export function onConnectionLost(lost: () => void): void {
  if (isLost) lost()
  else listeners.add(lost)
}

export const isConnectionLost = (): boolean => isLost

/** Watches a database, each time it is opened. */
export function watchConnection(db: Dexie): void {
  const tell = () => {
    isLost = true
    for (const lost of listeners) lost()
    listeners.clear()
  }
  // Only the browser's own object distinguishes a lost connection from one that the app closes.
  db.on('ready', () => db.backendDB().addEventListener('close', tell), true)
  db.on('versionchange', ({ newVersion }) => {
    // Of a deletion there is no new version; Dexie closes the database itself.
    if (!newVersion) return true
    // Dexie alone would open the upgraded database again and write into it.
    db.close({ disableAutoOpen: true })
    tell()
    return false
  })
}

/** Whether an error only means that, which shows a moment later. */
export async function isDueToLostConnection(error: unknown): Promise<boolean> {
  if (!isStorageError(error)) return false
  if (!isLost) await new Promise((resolve) => setTimeout(resolve, closeNoticeMs))
  return isLost
}
