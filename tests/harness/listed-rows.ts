import { Dexie } from 'dexie'
import { IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { DeviceDatabase } from '../../src/db/database.ts'

/** An empty database of a device, in storage of its own. */
export async function emptyDevice(): Promise<DeviceDatabase> {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const db = new DeviceDatabase('lists')
  await db.open()
  return db
}

const reading = ['get', 'getAll', 'openCursor'] as const

/** How many rows the storage hands out while `work` runs; keys and counts are none. */
export async function rowsRead<Result>(work: () => Promise<Result>): Promise<{ result: Result; read: number }> {
  let read = 0
  const restore: (() => void)[] = []
  for (const { prototype } of [IDBIndex, IDBObjectStore])
    for (const name of reading) {
      // The methods are taken as they are, and put back as they were.
      const own = Reflect.get(prototype, name) as (...args: unknown[]) => IDBRequest
      Reflect.set(prototype, name, function counted(this: unknown, ...args: unknown[]) {
        const request = own.apply(this, args)
        request.addEventListener('success', () => {
          const { result } = request
          read += Array.isArray(result) ? result.length : result ? 1 : 0
        })
        return request
      })
      restore.push(() => Reflect.set(prototype, name, own))
    }
  try {
    return { result: await work(), read }
  } finally {
    for (const it of restore) it()
  }
}
