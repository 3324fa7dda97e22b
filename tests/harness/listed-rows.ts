import { Dexie } from 'dexie'
import { IDBFactory, IDBIndex, IDBKeyRange, IDBObjectStore, IDBRequest } from 'fake-indexeddb'
import { DeviceDatabase } from '../../src/db/database.ts'
import { watchMethods } from './watch-methods.ts'

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
  const unwatch = watchMethods(
    [IDBIndex, IDBObjectStore].map(({ prototype }) => [prototype, reading]),
    (_target, _name, request) => {
      if (!(request instanceof IDBRequest)) return
      request.addEventListener('success', () => {
        const { result } = request
        read += Array.isArray(result) ? result.length : result ? 1 : 0
      })
    },
  )
  try {
    return { result: await work(), read }
  } finally {
    unwatch()
  }
}

/** What `work` does in indexes: how many entries it counts, and how many cursors it opens. */
export async function indexWork(work: () => Promise<unknown>): Promise<{ counted: number; cursors: number }> {
  const done = { counted: 0, cursors: 0 }
  const unwatch = watchMethods(
    [[IDBIndex.prototype, ['count', 'openCursor', 'openKeyCursor']]],
    (_target, name, request) => {
      if (name !== 'count') done.cursors += 1
      else if (request instanceof IDBRequest)
        request.addEventListener('success', () => {
          done.counted += Number(request.result)
        })
    },
  )
  try {
    await work()
    return done
  } finally {
    unwatch()
  }
}
