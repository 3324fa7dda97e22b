import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'

// A page loses its storage for good, so this one has modules of its own.
vi.resetModules()
const { Dexie } = await import('dexie')
const { isConnectionLost, onConnectionLost } = await import('../../src/db/connection-lost.ts')
const { DeviceDatabase } = await import('../../src/db/database.ts')

const storage = new IDBFactory()
Dexie.dependencies.indexedDB = storage
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/** A newer version of the app upgrades the database in another tab; its lists have entries of their own. */
const upgraded = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = storage.open(name, 10_000)
    opening.onupgradeneeded = () => {
      opening.transaction?.objectStore('inspection').put({ id: 1, listKeys: ['entry of the newer version'] })
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('The older version keeps the database open'))
  })

const rowsOf = (db: IDBDatabase): Promise<unknown[]> =>
  new Promise((resolve) => {
    const asked = db.transaction('inspection').objectStore('inspection').getAll()
    asked.onsuccess = () => resolve(asked.result)
  })

test('I14 an old tab writes nothing into a database that a newer version has upgraded, and says that its storage is lost', async () => {
  const old = new DeviceDatabase('newer-version')
  await old.open()
  const lost = vi.fn()
  onConnectionLost(lost)
  const newer = await upgraded('newer-version')
  await expect(old.rows('inspection').update(1, { description: 'of the older version' })).rejects.toThrow(/closed/i)
  await expect(old.setFact('waiting', 1)).rejects.toThrow(/closed/i)
  expect(await rowsOf(newer)).toEqual([{ id: 1, listKeys: ['entry of the newer version'] }])
  expect(lost).toHaveBeenCalledOnce()
  expect(isConnectionLost()).toBe(true)
  newer.close()
})
