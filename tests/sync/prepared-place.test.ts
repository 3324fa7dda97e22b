import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetShownPhotos } from '../../src/sync/device/forget-photos.ts'
import { photoCacheLimits, photoCaches, preparedCaches } from '../../src/sync/device/photo-caches.ts'
import { recheckPacks } from '../../src/sync/device/recheck-packs.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { packName } from '../../src/sync/online/pack-name.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { visitWithFiles } from '../harness/visit-with-files.ts'

let town: Office
let phone: TestDevice
let visit: string
let inspectionId: number
let shelf: ReturnType<typeof fakeCaches>
/** Loaded by its address: it is compiled with the types of a worker. */
let keptPhoto: (asked: object) => Promise<Response>
beforeAll(async () => {
  ;({ keptPhoto } = await import(String(new URL('../../src/worker/shown-photos.ts', import.meta.url))))
  town = await office()
  inspectionId = await visitWithFiles(town)
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
const unready = async () =>
  (await phone.db.packs.toArray()).filter((it) => !it.ready).map((it) => [it.name, it.problem] as const)
const keptPaths = (size: keyof typeof preparedCaches) => [...shelf.kept(preparedCaches[size]).keys()]
const filesAsked = () => phone.signal.seen.filter((it) => it.includes('/files/')).length
const isFile = ({ url }: Request) => url.includes('/files/')

/** An answer of the service worker, with everything that it keeps afterwards. */
async function workerAnswer(request: Request, destination: string): Promise<Response> {
  const late: Promise<unknown>[] = []
  const { url, cache } = request
  const event = { waitUntil: (work: Promise<unknown>) => void late.push(work) }
  const answer = await keptPhoto({ url: new URL(url), request: { url, cache, destination }, event })
  await Promise.all(late)
  return answer
}

/** The page's requests for files go through the service worker, as in a browser. */
function throughWorker(): void {
  const { fetch } = phone
  const asked = new Map<string, Request>()
  const { fetch: own } = globalThis
  vi.stubGlobal('fetch', async (request: Request | { url: string }) => {
    if (request instanceof Request) return own(request)
    const same = asked.get(request.url)
    return same ? fetch(same) : picture()
  })
  phone.fetch = (request) => {
    if (!isFile(request)) return fetch(request)
    asked.set(request.url, request)
    return workerAnswer(request, '')
  }
}

const picture = () => {
  const answer = new Response('a picture', { headers: { 'Content-Type': 'image/jpeg' } })
  Object.defineProperty(answer, 'type', { value: 'basic' })
  return answer
}

test('AD-15 AD-18 looking at more pictures than the device keeps takes nothing away that was prepared', async () => {
  throughWorker()
  await prepare()
  expect(await unready()).toEqual([])
  for (const size of ['thumb', 'full'] as const) {
    for (let n = 0; n < photoCacheLimits[size]; n++)
      shelf.kept(photoCaches[size]).set(`/api/files/seen-${n}`, new Response(''))
    // Twice as many as bring the worker to count them.
    for (let n = 0; n < 40; n++)
      await workerAnswer(new Request(`https://town.test/api/files/shown-${n}?part=${size}`), 'image')
  }
  await recheckPacks(phone.db)
  expect(await unready()).toEqual([])
  expect(shelf.kept(photoCaches.thumb).size).toBe(photoCacheLimits.thumb)
  expect(shelf.kept(photoCaches.full).size).toBe(photoCacheLimits.full)
  // The worker answers with the prepared file, and no file is kept twice.
  phone.signal.off()
  const [path] = keptPaths('full')
  expect((await workerAnswer(new Request(`https://town.test${path}?part=web`), 'image')).status).toBe(200)
  expect(shelf.kept(photoCaches.full).has(path ?? '')).toBe(false)
}, 60_000)

test('a picture that was shown before, or prepared by an earlier version, becomes a prepared one without a request', async () => {
  await prepare()
  for (const size of ['thumb', 'full'] as const) {
    for (const [path, answer] of shelf.kept(preparedCaches[size])) shelf.kept(photoCaches[size]).set(path, answer)
    shelf.kept(preparedCaches[size]).clear()
  }
  await recheckPacks(phone.db)
  expect(await unready(), 'files of an earlier version count').toEqual([])
  const before = filesAsked()
  await prepare()
  expect(filesAsked() - before).toBe(0)
  expect([keptPaths('thumb').length, keptPaths('full').length]).toEqual([2, 3])
  expect([shelf.kept(photoCaches.thumb).size, shelf.kept(photoCaches.full).size]).toEqual([0, 0])
})

test('AD-18 prepared files go with their part, and all of them at a sign-out', async () => {
  const become = async (status: string | null) => {
    await town.pool.query('update inspections set status = $1 where id = $2', [status, inspectionId])
    phone.clock.pass(60_000)
    await prepare()
  }
  await prepare()
  expect(keptPaths('full')).toHaveLength(3)
  await become('Completed')
  expect([await visitNow(), keptPaths('thumb'), keptPaths('full')]).toEqual([undefined, [], []])
  await become(null)
  expect(keptPaths('full')).toHaveLength(3)
  await forgetShownPhotos()
  expect(await Promise.all(Object.values(preparedCaches).map((it) => shelf.has(it)))).toEqual([false, false])
}, 60_000)

test('AD-18 a part that fails keeps what it had and what has come, and goes on from there', async () => {
  phone.signal.answerWith(
    1,
    () => new Response('', { status: 503 }),
    (it) => isFile(it) && filesAsked() === 2,
  )
  await prepare()
  expect(await unready()).toEqual([[visit, 'The server is not answering']])
  await recheckPacks(phone.db)
  expect(await unready(), 'what is here does not make it ready').toEqual([[visit, 'The server is not answering']])
  const before = filesAsked()
  await prepare()
  expect(await unready()).toEqual([])
  expect([before, filesAsked() - before]).toEqual([2, 3])

  phone.signal.answerWith(
    1,
    () => new Response('', { status: 503 }),
    (it) => it.url.includes('/areas'),
  )
  await prepare()
  expect(await unready()).toHaveLength(1)
  expect(keptPaths('full'), 'the files of the last preparation').toHaveLength(3)
})

test('I16 a preparation that would leave no room for the day’s own photos says that this device is full', async () => {
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 901_000_000, quota: 1_000_000_000 }) } })
  await expect(prepare()).rejects.toMatchObject({ name: 'QuotaExceededError' })
  expect(await unready()).toEqual([[visit, 'No room left on this device']])
  expect([keptPaths('thumb'), keptPaths('full')]).toEqual([[], []])
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ usage: 1_000_000, quota: 1_000_000_000 }) } })
  await prepare()
  expect(await unready()).toEqual([])
})

test.each([404, 410])(
  'AD-18 a picture that the office has lost (%i) is not counted, and the part is ready',
  async (status) => {
    const isLost = (it: Request) => isFile(it) && it.url.includes('gate') && !it.url.includes('part=thumb')
    phone.signal.answerWith(99, () => new Response('', { status }), isLost)
    await prepare()
    expect(await unready()).toEqual([])
    expect(await visitNow()).toMatchObject({ ready: true, pictures: 1, papers: { count: 1 } })
    await recheckPacks(phone.db)
    expect(await unready()).toEqual([])
  },
)
