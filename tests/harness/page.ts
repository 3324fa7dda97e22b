import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { vi } from 'vitest'

/** The browser's storage of names and texts, empty. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

/**
 * Makes this process a page of an app that nobody has opened here before, in sight, at an address of its own server.
 * vi.unstubAllGlobals ends it.
 */
export function openPage(origin: string, hash = ''): void {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const location = { origin, href: `${origin}/`, search: '', hash, pathname: '/' }
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('location', location)
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', () => undefined)
}
