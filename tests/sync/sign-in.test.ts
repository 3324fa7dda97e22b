import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { signIn } from '../../src/sync/session/sign-in.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
beforeAll(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  town = await office()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await town.close()
})

test('SE-02 a session knows by which device it was begun, as the office’s list of phones and its log name it', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const { email, password } = town.people.ons
  const ask = { base: `${town.url}/api`, townId: 'town', fetch: (request: Request) => fetch(request) }
  expect(await signIn(new Directory(), ask, { email, password })).toMatchObject({ kind: 'signedIn' })
  const found = await town.pool.query('select device from sessions where device is not null')
  expect(found.rows).toEqual([{ device: expect.stringMatching(/^[A-Z]\w+.* [0-9A-F]{4}$/) }])
})
