import { readdirSync, readFileSync } from 'node:fs'

/** A device's database as one released version of the app left it: its schema and every row. */
export interface Golden {
  /** Dexie's number of the schema; the platform's own is ten times that. */
  version: number
  name: string
  userId: number
  stores: Record<string, Store>
}

interface Store {
  keyPath: string | string[]
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[]
  /** Bytes are written as `{ $bytes }`, base64. */
  rows: unknown[]
}

const folder = new URL('.', import.meta.url)

/** The kept databases, oldest schema first. */
export const kept = (): Golden[] =>
  readdirSync(folder)
    .filter((name) => /^schema-\d+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Golden)
    .sort((a, b) => a.version - b.version)

/** Writes a database down, bytes as base64. */
export async function dump(native: IDBDatabase, userId: number): Promise<string> {
  const names = [...native.objectStoreNames]
  const reading = native.transaction(names, 'readonly')
  const stores: Record<string, Store> = {}
  for (const name of names) {
    const store = reading.objectStore(name)
    stores[name] = {
      keyPath: store.keyPath as string | string[],
      autoIncrement: store.autoIncrement,
      indexes: [...store.indexNames].map((index) => {
        const { keyPath, unique, multiEntry } = store.index(index)
        return { name: index, keyPath: keyPath as string | string[], unique, multiEntry }
      }),
      rows: await asked(store.getAll()),
    }
  }
  const golden: Golden = { version: native.version / 10, name: native.name, userId, stores }
  return `${JSON.stringify(withoutBytes(golden), null, 1)}\n`
}

/**
 * Puts a kept database into a storage, as that version of the app left it there. A test may run it inside a page, so
 * it uses nothing from outside the function.
 */
export async function put(golden: Golden, storage: IDBFactory = indexedDB): Promise<void> {
  const withBytes = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withBytes)
    if (typeof value !== 'object' || value === null) return value
    const bytes: unknown = Reflect.get(value, '$bytes')
    if (typeof bytes === 'string') return Uint8Array.from(atob(bytes), (it) => it.charCodeAt(0)).buffer
    return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withBytes(it)]))
  }
  const opening = storage.open(golden.name, golden.version * 10)
  opening.onupgradeneeded = () => {
    for (const [name, { keyPath, autoIncrement, indexes }] of Object.entries(golden.stores)) {
      const store = opening.result.createObjectStore(name, { keyPath, autoIncrement })
      for (const { name: index, keyPath: path, unique, multiEntry } of indexes)
        store.createIndex(index, path, { unique, multiEntry })
    }
  }
  const native = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const names = Object.keys(golden.stores)
  const writing = native.transaction(names, 'readwrite')
  for (const name of names)
    for (const row of golden.stores[name]?.rows ?? []) writing.objectStore(name).put(withBytes(row))
  await new Promise<void>((resolve, reject) => {
    writing.oncomplete = () => resolve()
    writing.onerror = () => reject(writing.error)
  })
  native.close()
}

const asked = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const withoutBytes = (value: unknown): unknown => {
  if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return value.map(withoutBytes)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withoutBytes(it)]))
}
