import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TownMapFile } from '../../src/contract/town-map.ts'
import type { MapDownload } from '../../src/screens/field/map-download.ts'
import type { Device } from '../../src/sync/device/device.ts'
import { held } from '../harness/held.ts'

const offer: TownMapFile = { version: 'v1', bytes: 180, url: '/map' }
let asked: { tell: (bytes: number) => void; way: ReturnType<typeof held<void>>; error: unknown }[]
let download: () => Promise<void>
/** What the screen shows at this moment. */
let seen: () => MapDownload

beforeEach(async () => {
  asked = []
  vi.resetModules()
  // A screen that is rendered once.
  vi.doMock('react', () => ({ useSyncExternalStore: (_watch: unknown, get: () => unknown) => get() }))
  vi.doMock('../../src/sync/online/town-map-file.ts', () => ({
    offeredTownMap: async () => offer,
    keepTownMap: async (_device: unknown, _offer: unknown, tell: (bytes: number) => void) => {
      const one = { tell, way: held(), error: null as unknown }
      asked.push(one)
      await one.way.work()
      if (one.error) throw one.error
    },
  }))
  const page = await import('../../src/screens/field/map-download.ts')
  download = () => page.downloadMap({} as Device, offer)
  seen = page.useMapDownload
})
afterEach(() => {
  vi.doUnmock('react')
  vi.doUnmock('../../src/sync/online/town-map-file.ts')
  vi.resetModules()
})

test('a download of the map goes on while its page is left: back there its progress is shown, and none is begun beside it', async () => {
  const running = download()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  asked[0]?.tell(90)
  expect(seen().fetching).toEqual({ arrived: 90, bytes: 180 })
  await download()
  expect(asked).toHaveLength(1)
  asked[0]?.way.end()
  await running
  expect(seen()).toEqual({ fetching: null, problem: '', ended: 1 })
})

test('a failed download of the map says why, and only a full device is told that it has no room', async () => {
  // Loaded here, because the modules are new for each test.
  const { CallError } = await import('../../src/sync/transport/problem.ts')
  const failsWith = async (error: unknown) => {
    const running = download()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    const one = asked.pop()
    Object.assign(one ?? {}, { error })
    one?.way.end()
    await running
    return seen().problem
  }
  expect(await failsWith(new CallError({ kind: 'noSignal' }))).toMatch(/signal|reach/i)
  expect(await failsWith(new DOMException('full', 'QuotaExceededError'))).toBe('This device has no room for it')
  await expect(failsWith(new TypeError('ours'))).rejects.toThrow('ours')
  expect(seen().fetching).toBeNull()
})
