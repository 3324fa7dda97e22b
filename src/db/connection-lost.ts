import type { Dexie } from 'dexie'

const listeners = new Set<() => void>()

/**
 * Calls `lost` when the browser closes a database under the open page. On an iPhone that happens while the app is in
 * the background: Safari ends the process of all databases, and each request of the page fails until it is loaded again
 * ("Connection to Indexed Database server lost. Refresh the page to try again"). Dexie opens the database again, which
 * fails too, and its live queries then wait for ever. Closing by the app itself is not reported.
 */
export function onConnectionLost(lost: () => void): () => void {
  listeners.add(lost)
  return () => void listeners.delete(lost)
}

/** Watches a database, each time it is opened. */
export function watchConnection(db: Dexie): void {
  const tell = () => {
    for (const lost of listeners) lost()
  }
  // Only the browser's own object tells a lost connection from one that the app closes.
  db.on('ready', () => db.backendDB().addEventListener('close', tell), true)
}

/** Whether an error only means that. It has no name of its own, so the words decide; Dexie repeats them. */
export const wasConnectionLost = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Indexed Database server lost')
