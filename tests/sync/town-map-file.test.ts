import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TownMapFile } from '../../src/contract/town-map.ts'
import { storeTownMap } from '../../src/server/files/town-map.ts'
import { keepTownMapFile, keptTownMap } from '../../src/sync/device/kept-town-map.ts'
import { keepTownMap, offeredTownMap } from '../../src/sync/online/town-map-file.ts'
import { CallError, problemText } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'

const megabyte = 1024 * 1024
/** Three pieces. */
const fileBytes = 9 * megabyte

let town: Office
let folder: string
let now = new Date()
let phone: TestDevice
let map: Buffer

/** Puts a map into the town. `first`: its bytes, told apart from those of another map. */
async function store(first: number, length = fileBytes): Promise<void> {
  map = Buffer.from(Uint8Array.from({ length }, (_, at) => (first + at) % 251))
  map.write('PMTiles', 0, 'latin1')
  map[7] = 3
  map[99] = 1
  const path = join(folder, 'town.pmtiles')
  writeFileSync(path, map)
  await storeTownMap(town.config, path)
}

beforeAll(async () => {
  town = await office({ clock: () => now })
  folder = mkdtempSync(join(tmpdir(), 'codesoft-town-map-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await town.close()
})
beforeEach(async () => {
  now = new Date()
  vi.stubGlobal('caches', fakeCaches())
  phone = await testDevice(town, town.people.ons)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function offer(): Promise<TownMapFile> {
  const offered = await offeredTownMap(phone)
  if (!offered) throw new Error('The town offers no map')
  phone.signal.seen.length = 0
  return offered
}

const asked = () => ({
  offers: phone.signal.seen.filter((it) => it === 'GET /api/map').length,
  pieces: phone.signal.seen.filter((it) => it === 'GET /api/map/file').length,
})

/** The words for the person about a download that fails. `midway` happens once, after the first piece. */
async function failure(midway: () => Promise<void> | void): Promise<string> {
  const offered = await offer()
  let isMidway = false
  phone.signal.before(async () => {
    if (isMidway) {
      isMidway = false
      await midway()
    }
  })
  const ended = keepTownMap(phone, offered, (bytes) => {
    isMidway = bytes === 4 * megabyte
  })
  const error: unknown = await ended.then(
    () => undefined,
    (it: unknown) => it,
  )
  if (!(error instanceof CallError)) throw error ?? new Error('The download succeeded')
  return problemText(error.problem)
}

const addressEnds = () => {
  now = new Date(now.getTime() + 3 * 3_600_000)
}

test('X60 a download of the map outlives its address: a new one is asked for, and it goes on where it was', async () => {
  await store(1)
  const offered = await offer()
  const told: number[] = []
  await keepTownMap(phone, offered, (bytes) => {
    told.push(bytes)
    if (told.length === 1) addressEnds()
  })
  expect(told).toEqual([4, 8, 9].map((it) => it * megabyte))
  expect(asked()).toEqual({ offers: 1, pieces: 4 })
  const kept = await keptTownMap()
  expect(kept?.version).toBe(offered.version)
  expect(kept && map.equals(await kept.file.bytes())).toBe(true)
})

test('X60 a map that the town replaces during its download is not mixed with the other, and the words say so', async () => {
  await store(2)
  await keepTownMapFile('before', new Blob(['old']))
  const replaced = 'The town has replaced the map. Download it again.'
  expect(await failure(() => store(3))).toBe(replaced)
  const both = async () => {
    addressEnds()
    await store(4, 5 * megabyte)
  }
  expect(await failure(both)).toBe(replaced)
  // The first piece, and the one that met the other map.
  expect(asked()).toEqual({ offers: 1, pieces: 2 })
  expect((await keptTownMap())?.version).toBe('before')
})

test('X60 a download of the map that is refused says why: no map any more, a network’s page, a server in trouble', async () => {
  await store(5)
  const page = () => new Response('<html>Welcome to the hotel</html>', { headers: { 'Content-Type': 'text/html' } })
  // The request under way gets through to the server; the answer is given from the next one on.
  const refusing = async (answer: () => Response) => {
    // Or the session would end too.
    now = new Date()
    phone = await testDevice(town, town.people.ons)
    return failure(() => {
      addressEnds()
      phone.signal.answerWith(1_000, answer)
    })
  }
  expect(await refusing(page)).toBe('This network asks you to sign in to it first')
  expect(await refusing(() => Response.json({ detail: 'Starting' }, { status: 503 }))).toBe(
    'The server is not answering',
  )
  expect(await refusing(() => Response.json({ file: null }))).toBe('The town no longer has a map')
  expect(await refusing(() => Response.json({ detail: 'Not authenticated' }, { status: 401 }))).toBe(
    'Sign in to continue',
  )
})

/** A line over which the piece comes as the test says. `given`: how many requests were given up. */
function line(comes: (request: number, send: (bytes: number) => void, end: () => void) => void) {
  const over = { requests: 0, given: 0 }
  phone.fetch = async ({ signal }) => {
    const number = over.requests++
    const body = new ReadableStream<Uint8Array>({
      start(flow) {
        signal.addEventListener('abort', () => {
          over.given += 1
          flow.error(new DOMException('The user aborted a request.', 'AbortError'))
        })
        comes(
          number,
          (bytes) => flow.enqueue(new Uint8Array(bytes)),
          () => flow.close(),
        )
      },
    })
    return new Response(body, { status: 206 })
  }
  return over
}

const small: TownMapFile = { version: 'v1', bytes: 1_000, url: '/api/map/file?until=1' }

test('X60 a download of the map over a line that falls silent in the middle of a piece ends, as without signal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The head and some bytes come, and then nothing.
  const over = line((_, send) => send(10))
  const ended = keepTownMap(phone, small, () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  const error = await Promise.race([ended, 'still waiting'])
  expect(error).toBeInstanceOf(CallError)
  expect((error as CallError).problem).toEqual({ kind: 'noSignal' })
  expect(over).toEqual({ requests: 4, given: 4 })
})

test('X60 a phone that changes to another network keeps what has arrived: the piece is asked for again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let failed = 0
  let isOff = true
  setTimeout(() => {
    isOff = false
  }, 10_000)
  const over = line((_, send, end) => {
    send(1_000)
    end()
  })
  const answered = phone.fetch
  phone.fetch = async (request) => {
    if (!isOff) return answered(request)
    failed += 1
    throw new TypeError('Failed to fetch')
  }
  const ended = keepTownMap(phone, small, () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await Promise.race([ended, Promise.reject(new Error('still waiting'))])
  expect(failed).toBeGreaterThan(1)
  expect(over.requests).toBe(1)
})

test('X60 a line without any answer is given up too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  phone.fetch = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('The user aborted a request.', 'AbortError')))
    })
  const ended = keepTownMap(phone, small, () => undefined).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await Promise.race([ended, 'still waiting'])).toBeInstanceOf(CallError)
})

test('X60 a slow line is no silent one: a piece of the map that comes drop by drop for minutes is waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const over = line((_, send, end) => {
    for (let drop = 1; drop <= 20; drop++) setTimeout(() => send(50), drop * 20_000)
    setTimeout(end, 20 * 20_000 + 1)
  })
  const ended = keepTownMap(phone, small, () => undefined)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await Promise.race([ended, Promise.reject(new Error('still waiting'))])
  expect(over.requests).toBe(1)
  expect((await keptTownMap())?.bytes).toBe(1_000)
})

test('X60 a piece of the map that breaks off is fetched again', async () => {
  const over = line((request, send, end) => {
    send(request === 0 ? 999 : 1_000)
    end()
  })
  await keepTownMap(phone, small, () => undefined)
  expect(over.requests).toBe(2)
})

test('X60 a server between that sends the whole map for a piece is not read to the end, and its answer is named', async () => {
  await store(6)
  const pieces: AbortSignal[] = []
  const { fetch } = phone
  phone.fetch = async (request) => {
    if (!request.url.includes('/map/file')) return fetch(request)
    pieces.push(request.signal)
    return new Response('PMTiles and all the rest')
  }
  expect(await failure(() => undefined)).toBe('The server answered 200')
  expect(pieces.map((it) => it.aborted)).toEqual([true, true])
})
