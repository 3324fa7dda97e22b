import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { failureWords } from '../../src/screens/sign-in/failure-words.ts'
import { signOut } from '../../src/sync/session/person-here.ts'
import { askingTown, signIn } from '../../src/sync/session/sign-in.ts'
import { type Office, office } from '../harness/office.ts'
import { memoryStorage } from '../harness/page.ts'

let town: Office
beforeAll(async () => {
  vi.stubGlobal('localStorage', memoryStorage())
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

test('I16 a full device signs in without the pictures that were only shown, and says so if that is not enough', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  const { email, password } = town.people.ons
  let rooms = 0
  vi.stubGlobal('caches', { delete: async () => rooms++ })
  vi.stubGlobal('location', { origin: town.url })
  for (const [needed, kind] of [
    [Number.POSITIVE_INFINITY, 'noRoom'],
    [1, 'signedIn'],
  ] as const) {
    rooms = 0
    const directory = new Directory()
    directory.people.hook('creating', () => {
      if (rooms < needed) throw new DOMException('No room', 'QuotaExceededError')
    })
    expect(await askingTown(directory, (it, ask) => signIn(it, ask, { email, password }))).toMatchObject({ kind })
    expect(await directory.people.count()).toBe(kind === 'signedIn' ? 1 : 0)
    directory.close()
  }
})

test('I16 SE-06 a full device signs out without the pictures that were only shown', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  const { email, password } = town.people.ons
  let isFull = true
  vi.stubGlobal('caches', { delete: async () => (isFull = false) })
  const directory = new Directory()
  const ask = { base: `${town.url}/api`, townId: 'town', fetch: (request: Request) => fetch(request) }
  await signIn(directory, ask, { email, password })
  directory.people.hook('updating', () => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError')
  })
  expect(await signOut(directory, 'takeAway', 1)).toEqual(expect.any(String))
  expect(await directory.current()).toBeNull()
  expect((await directory.people.toArray()).map((it) => it.token)).toEqual([null])
})

test('SE-08 a person who was made inactive is told so, and not to try again for ever without a reason', async () => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  const { email, password } = town.people.oas
  const ask = { base: `${town.url}/api`, townId: 'town', fetch: (request: Request) => fetch(request) }
  await town.pool.query('update users set active = false where email = $1', [email])
  const result = await signIn(new Directory(), ask, { email, password })
  expect(failureWords(result)).toBe(
    'An error occurred. Please try again later. Account is inactive. Contact an administrator.',
  )
})
