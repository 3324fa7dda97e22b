import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeRoom } from '../../src/sync/capture/make-room.ts'
import { preparedCaches } from '../../src/sync/device/photo-caches.ts'
import { recheckPacks } from '../../src/sync/device/recheck-packs.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { packName } from '../../src/sync/online/pack-name.ts'
import { forgetOldRecords } from '../../src/sync/session/old-records.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { visitWithFiles } from '../harness/visit-with-files.ts'

let town: Office
let phone: TestDevice
let visit: string
let shelf: ReturnType<typeof fakeCaches>
beforeAll(async () => {
  town = await office()
  const inspectionId = await visitWithFiles(town)
  visit = packName(inspectionId)
})
afterAll(() => town.close())
beforeEach(async () => {
  shelf = fakeCaches()
  vi.stubGlobal('caches', shelf)
  phone = await testDevice(town, town.people.ons)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const prepare = () => prepareField(phone, new AddressSearch(phone), () => undefined)
const visitNow = () => phone.db.packs.get(visit)
/** The parts that are not ready, with the reason. */
const unready = async () =>
  (await phone.db.packs.toArray()).filter((it) => !it.ready).map((it) => [it.name, it.problem] as const)

/** A file of a cache, with what was kept of it. */
const firstOf = async (size: keyof typeof preparedCaches) => {
  const [found] = shelf.kept(preparedCaches[size])
  if (!found) throw new Error('Nothing is cached')
  return { path: found[0], answer: found[1].clone() }
}

test('I16 AD-18 a part whose pictures and PDF files went to make room is not called ready, until it is prepared again', async () => {
  await prepare()
  expect(await unready()).toEqual([])
  await makeRoom(phone.db)
  expect(await unready()).toEqual([[visit, 'No longer on this device: 3 of 3 files']])
  await prepare()
  expect(await unready()).toEqual([])
  expect(await visitNow()).toMatchObject({ pictures: 2, papers: { count: 1 } })
})

test('AD-15 AD-18 a part says how many of its files are gone, whatever deleted them, and is ready once they are back', async () => {
  await prepare()
  const small = await firstOf('thumb')
  const large = await firstOf('full')
  shelf.kept(preparedCaches.thumb).delete(small.path)
  await recheckPacks(phone.db)
  expect(await unready()).toEqual([[visit, 'No longer on this device: 1 of 3 files']])
  // The same picture in its other size, and another file.
  shelf.kept(preparedCaches.full).delete(small.path)
  shelf.kept(preparedCaches.full).delete([...shelf.kept(preparedCaches.full).keys()].at(-1) ?? '')
  await recheckPacks(phone.db)
  expect(await unready()).toEqual([[visit, 'No longer on this device: 2 of 3 files']])
  await prepare()
  const before = await visitNow()
  shelf.kept(preparedCaches.full).delete(large.path)
  await recheckPacks(phone.db)
  expect(await visitNow()).toMatchObject({ ready: false, gone: 1 })
  // Somebody has looked at it with signal.
  shelf.kept(preparedCaches.full).set(large.path, large.answer)
  await recheckPacks(phone.db)
  expect(await visitNow()).toEqual(before)
})

test('AD-18 a part that lost files while the others were prepared is not called ready at the end', async () => {
  const { open } = shelf
  let kept = 0
  vi.stubGlobal('caches', {
    ...shelf,
    open: async (name: string) => {
      const cache = await open(name)
      // A photo taken meanwhile needs the room.
      const put = (path: string, answer: Response) => (++kept === 4 ? shelf.delete(name) : cache.put(path, answer))
      return { ...cache, put }
    },
  })
  await prepare()
  expect(await unready()).toEqual([[visit, expect.stringMatching(/^No longer on this device: \d of 3 files$/)]])
})

test('I20 a part prepared by an earlier version, which noted no names, is judged by their number', async () => {
  await prepare()
  await phone.db.packs.toCollection().modify((it) => {
    delete it.files
  })
  await recheckPacks(phone.db)
  expect(await unready()).toEqual([])
  await makeRoom(phone.db)
  expect(await unready()).toEqual([[visit, 'No longer on this device: 3 of 3 files']])
  // Pictures that are shown meanwhile are others.
  for (const name of ['a', 'b', 'c']) shelf.kept(preparedCaches.full).set(`/api/files/${name}`, new Response(''))
  await recheckPacks(phone.db)
  expect(await visitNow()).toMatchObject({ ready: false, gone: 3 })
  await prepare()
  expect(await unready()).toEqual([])
})

test('AD-18 a part prepared again, or deleted at a sign-out, while the caches were read is left as it is', async () => {
  await prepare()
  const { has } = shelf
  for (const meanwhile of [() => phone.db.packs.update(visit, { at: phone.now() + 1 }), () => phone.db.packs.clear()]) {
    await shelf.delete(preparedCaches.full)
    vi.stubGlobal('caches', { ...shelf, has: async (name: string) => meanwhile().then(() => has(name)) })
    const before = () => phone.db.packs.filter((it) => !it.ready).count()
    await recheckPacks(phone.db)
    expect(await before()).toBe(0)
  }
  expect(await phone.db.packs.count()).toBe(0)
})

test('I16 on a device that is still full the room is made all the same, and the lost files are said later', async () => {
  await prepare()
  let isFull = true
  phone.db.packs.hook('updating', () => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError')
  })
  await makeRoom(phone.db)
  isFull = false
  expect(shelf.kept(preparedCaches.full).size).toBe(0)
  await recheckPacks(phone.db)
  expect(await unready()).toEqual([[visit, 'No longer on this device: 3 of 3 files']])
})

test('AD-18 a page that closes the database while the caches are read fails with nothing', async () => {
  await prepare()
  const { has } = shelf
  vi.stubGlobal('caches', {
    ...shelf,
    has: async (name: string) => {
      phone.db.close()
      return has(name)
    },
  })
  await shelf.delete(preparedCaches.full)
  await recheckPacks(phone.db)
})

test('I22 pictures cached long ago stay while a part that was prepared since needs them, and are called gone after it', async () => {
  await prepare()
  const day = 24 * 3_600_000
  for (const [path, answer] of shelf.kept(preparedCaches.full)) {
    const headers = new Headers(answer.headers)
    headers.set('Date', new Date(phone.now() - 61 * day).toUTCString())
    shelf.kept(preparedCaches.full).set(path, new Response(await answer.arrayBuffer(), { headers }))
  }
  shelf.kept(preparedCaches.full).set('/api/files/shown', (await firstOf('full')).answer)
  await forgetOldRecords(phone.db, phone.now(), 60)
  expect(await unready()).toEqual([])
  expect([...shelf.kept(preparedCaches.full).keys()]).not.toContain('/api/files/shown')
  await forgetOldRecords(phone.db, phone.now() + 61 * day, 60)
  expect(shelf.kept(preparedCaches.full).size).toBe(0)
  expect((await phone.db.packs.toArray()).filter((it) => it.name === visit && it.ready)).toEqual([])
})
