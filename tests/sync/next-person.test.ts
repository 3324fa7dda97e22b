import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { finishDepartures } from '../../src/sync/session/departure.ts'
import { signOut } from '../../src/sync/session/person-here.ts'
import { signIn } from '../../src/sync/session/sign-in.ts'
import { signInSingle } from '../../src/sync/session/single-sign-on.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office, type Person } from '../harness/office.ts'

let town: Office
let directory: Directory
let caches: ReturnType<typeof fakeCaches>
let address: string

beforeAll(async () => {
  town = await office()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await town.close()
})
beforeEach(async () => {
  Dexie.dependencies.indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  directory = new Directory()
  caches = fakeCaches()
  vi.stubGlobal('caches', caches)
  address = '/inspection/5'
  vi.stubGlobal('location', {
    get pathname() {
      return address
    },
  })
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => {
      address = url
    },
  })
  caches.kept('codesoft-photos').set('/api/files/aaa/p.jpg', new Response('a picture'))
  const { email, password } = town.people.ons
  const ask = { base: `${town.url}/api`, townId: 'town', fetch: (request: Request) => fetch(request) }
  await signIn(directory, ask, { email, password })
})

/** Comes back from the town's provider as this person. */
const comeBack = async ({ token }: Person) => {
  const own = async (request: Request) =>
    request.url.endsWith('/sign-in/single')
      ? Response.json({ access_token: token, token_type: 'bearer' })
      : fetch(request)
  return signInSingle(directory, { base: `${town.url}/api`, townId: 'town', fetch: own })
}
const pictures = () => caches.has('codesoft-photos')

test.each(['signs out', 'loses their session'])(
  'G-20 one person %s, the next comes by single sign-on: no pictures of the first, and the dashboard',
  async (how) => {
    if (how === 'signs out') await signOut(directory, 'keep', town.people.ons.id)
    expect(await comeBack(town.people.otherOns)).toMatchObject({ kind: 'signedIn' })
    expect(await pictures()).toBe(false)
    expect(address).toBe('/')
  },
)

test.each(['takeAway', 'delete'] as const)(
  'G-20 nothing of one person is left after a sign-out (%s), the next comes by single sign-on: the dashboard',
  async (how) => {
    await signOut(directory, how, town.people.ons.id)
    await finishDepartures(directory, false)
    expect(await directory.people.count()).toBe(0)
    expect(await comeBack(town.people.otherOns)).toMatchObject({ kind: 'signedIn' })
    expect(address).toBe('/')
  },
)

test('SE-02 G-20 the first person of a device, and the one who left it last, stay at the address they opened', async () => {
  await signOut(directory, 'takeAway', town.people.ons.id)
  await finishDepartures(directory, false)
  await comeBack(town.people.ons)
  expect(address).toBe('/inspection/5')
  Dexie.dependencies.indexedDB = new IDBFactory()
  directory = new Directory()
  await comeBack(town.people.otherOns)
  expect(address).toBe('/inspection/5')
})

test('SE-02 the same person comes back by single sign-on to where they were, with its pictures', async () => {
  expect(await comeBack(town.people.ons)).toMatchObject({ kind: 'signedIn' })
  expect(await pictures()).toBe(true)
  expect(address).toBe('/inspection/5')
})
